// Hooks are the only window into a run. A hook sees a named tensor at the moment it exists and may
// change it in place; what it leaves there is what the run goes on with. Names follow
// TransformerLens without its `hook_` prefix
// ("blocks.0.attn.pattern"; an encoder–decoder's begin with "encoder." or "decoder.", e.g.
// "decoder.blocks.1.cross_attn.pattern"). With a batch of one the shapes are those of one sequence,
// (T, D) or (H, Tq, Tk); a larger batch puts its size in front.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer {

/// What a run asks of its observer. Without one (nullptr) nothing is named, stored or rearranged.
class Hooks {
 public:
  virtual ~Hooks() = default;
  /// False as long as no name at all is wanted: then a pass runs as without hooks.
  virtual bool active() const { return true; }
  /// Whether `visit` shall be called for this name; a tensor that no hook wants is never laid out.
  virtual bool wants(std::string_view name) const = 0;
  /// `values` holds element_count(shape) floats that may be read and changed during the call only.
  virtual void visit(std::string_view name, const Shape& shape, float* values) = 0;
};

/// Whether `name` matches `pattern`, in which `*` stands for any run of characters
/// ("blocks.*.attn.pattern").
bool matches_glob(std::string_view pattern, std::string_view name);

/// One change to a tensor, applied in the order given.
struct Edit {
  enum class Action {
    kScale,  // multiply by `factor` (0 switches off)
    kAdd,    // add `values`
    kSet,    // put `values` there
  };
  std::string hook;  // a name or a glob
  Action action = Action::kScale;
  std::optional<std::size_t> head;  // only this head of an (H, …) tensor; none: all of it
  float factor = 0.0F;
  std::vector<float> values;  // as many as the tensor (or the one head) holds, or one row (the last
                              // dimension) for all rows
};

/// Records and edits: the Hooks that the JavaScript API and the tests use.
class HookList final : public Hooks {
 public:
  /// Copies every tensor whose name matches (after the edits).
  void record(std::string glob);
  void edit(Edit edit);

  bool active() const override { return !globs_.empty() || !edits_.empty(); }
  bool wants(std::string_view name) const override;
  void visit(std::string_view name, const Shape& shape, float* values) override;

  /// What was recorded, in the order in which it came to be; leaves the list empty.
  std::vector<NamedTensor> take_recorded();
  /// An edit that named a head or a size that its tensor does not have, or that met no tensor at
  /// all; ok otherwise.
  Status status() const;

 private:
  void apply_edit(const Edit& edit, std::string_view name, const Shape& shape, float* values);
  void complain(std::string problem);

  std::vector<std::string> globs_;
  std::vector<Edit> edits_;
  std::vector<bool> met_;  // per edit: whether a tensor of its name came by
  std::vector<NamedTensor> recorded_;
  std::string problem_;  // the first one
};

}  // namespace glassformer
