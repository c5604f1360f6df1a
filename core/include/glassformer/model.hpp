// A model: load it, run it, look inside, change a weight, decode with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/embedding_space.hpp"
#include "glassformer/error.hpp"
#include "glassformer/hooks.hpp"
#include "glassformer/next_token_model.hpp"
#include "glassformer/tensor.hpp"
#include "glassformer/weight_info.hpp"
#include "glassformer/weight_type.hpp"

namespace glassformer {

using TokenIds = std::vector<TokenId>;

enum class LogitsWanted {
  kAll,
  kLast,  // of each sequence's last token
  kNone,
  kIfHooked,  // all, where a hook wants `logits` (or `pooled`); none elsewhere
};

struct ForwardInput {
  std::vector<TokenIds>
      tokens;  // a batch; of an encoder–decoder: the target. Shorter ones are padded at their end.
  std::vector<TokenIds> source;  // encoder–decoder only, as many as tokens
};

struct ForwardOptions {
  LogitsWanted logits = LogitsWanted::kAll;
  Hooks* hooks = nullptr;
};

struct ForwardOutput {
  /// (B, T, V), (B, 1, V) or empty; of a model that classifies (B, labels), whichever are wanted;
  /// of an encoder without a head empty.
  Tensor logits;
  Tensor hidden;  // (B, T, D): the last layer's output after the final norm
};

class Session;

class Model {
 public:
  /// Reads a whole safetensors file.
  static Result<Model> load(const ModelConfig& config, std::span<const std::byte> file,
                            WeightType type = WeightType::kFloat32);

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  const ModelConfig& config() const;
  WeightType weight_type() const;
  std::size_t parameter_count() const;
  std::size_t memory_bytes() const;

  /// Runs the whole input at once. Ids outside the vocabulary, empty sequences and inputs longer
  /// than the context are Errors.
  Result<ForwardOutput> forward(const ForwardInput& input,
                                const ForwardOptions& options = {}) const;

  /// Logit lens (nostalgebraist 2020): final norm and head applied to any rows of the residual
  /// stream. (T, D) → (T, V), of a model that classifies (T, labels).
  Result<Tensor> logit_lens(const TensorView& residual) const;

  std::vector<WeightInfo> weights() const;
  Result<Tensor> weight(std::string_view name) const;
  /// Puts new values (as many as the weight holds) in the place of a weight. Finite values only.
  Status set_weight(std::string_view name, std::span<const float> values);

  /// The weights as they are now, as a file under the same names. Matrices of 8 bits are I8 with a
  /// tensor of scales each (config.hpp, weight_scale); floats are F16 where that changes none of a
  /// tensor's values.
  Result<std::vector<std::byte>> safetensors() const;

  /// The table that tokens are looked up in, (V, D): a token's row is its embedding before any
  /// scaling. `of_source` asks an encoder–decoder for its source's; other models have one table.
  Result<Tensor> token_embeddings(bool of_source = false) const;
  /// nearest_rows (embedding_space.hpp) of that table, without a copy of it.
  Result<Neighbours> nearest_tokens(std::size_t id, std::size_t count,
                                    bool of_source = false) const;

  /// A decoder at work on one prompt (of an encoder–decoder: the source, encoded once, and the
  /// first target tokens). The model must outlive it. Past the context limit of learned positions
  /// the window is the last max_positions tokens and positions restart at 0.
  Result<std::unique_ptr<Session>> start_session(TokenIds prompt, TokenIds source = {},
                                                 Hooks* hooks = nullptr) const;

  struct Parts;

 private:
  friend class ModelLoader;
  explicit Model(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// Bytes that lie where only their owner can read them, such as in a page's own memory.
class ForeignBytes {
 public:
  explicit ForeignBytes(std::size_t size) : size_(size) {}
  std::size_t size() const { return size_; }
  /// Copies the bytes that begin with `from` into the whole of `to`.
  virtual void copy(std::size_t from, std::span<std::byte> to) const = 0;

 protected:
  ~ForeignBytes() = default;

 private:
  std::size_t size_;
};

/// Loads a model from a file that arrives in pieces: each tensor is put in its place as soon as its
/// bytes are there, so the file is never held as a whole. Names, shapes and sizes are checked
/// against the config before any weight is read.
class ModelLoader {
 public:
  /// Without a size (a stream of unknown length) the header says how long the file is.
  /// Matrices are made what `type` says one by one, as their tensors come.
  explicit ModelLoader(ModelConfig config, std::optional<std::size_t> file_size = std::nullopt,
                       WeightType type = WeightType::kFloat32);
  ~ModelLoader();

  /// The next bytes of the file. After an Error the loader takes no more.
  Status append(std::span<const std::byte> bytes);
  Status append(const ForeignBytes& bytes);
  /// The model, once every byte has come.
  Result<Model> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Several hypotheses over one prompt with their keys and values cached; rows are shared, so that
/// reordering copies no floats.
class Session : public NextTokenModel {
 public:
  /// Tokens of hypothesis i, prompt included.
  virtual TokenIds tokens(std::size_t hypothesis) const = 0;
  virtual std::size_t hypotheses() const = 0;
};

}  // namespace glassformer
