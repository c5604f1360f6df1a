// The parameters of a config, each described once: its role, its name in a naming scheme, its shape
// and its initial values. Loading, training, saving and error messages go over this list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/tensor.hpp"
#include "weights/packed_matrix.hpp"
#include "weights/weight_names.hpp"

namespace glassformer {

enum class Role : std::uint8_t {
  // The linear layers of a layer.
  kQkv,  // query, key and value columns one after the other
  kSelfOut,
  kCrossQuery,
  kCrossKey,
  kCrossValue,
  kCrossQkv,  // the three above in one tensor, where the naming scheme packs them
  kCrossOut,
  kFeedForwardIn,
  kFeedForwardOut,

  kNorm,
  kFinalNorm,
  kEmbedding,
  kSourceEmbedding,
  kPositions,
  kHead,
};
constexpr std::size_t kLayerLinears = static_cast<std::size_t>(Role::kNorm);

enum class Initial : std::uint8_t { kZeros, kOnes, kNormal, kUniform };

struct Parameter {
  Role role{};
  bool is_bias = false;
  bool in_decoder = false;   // the stack of a layer or final norm
  std::size_t layer = 0;     // of that stack
  std::size_t sublayer = 0;  // of kNorm: which of the layer's sub-layers

  std::string name{};  // without the naming scheme's prefix
  std::size_t in = 0;  // features that a matrix maps to `out`; 0: a vector of `out` values
  std::size_t out = 0;
  WeightLayout layout{};
  Shape shape{};  // as in a file

  Initial initial = Initial::kZeros;
  double scale = 0.0;  // standard deviation, or the bound of a uniform distribution

  std::size_t size() const { return element_count(shape); }
  /// Weight decay is for matrices and tables; biases and norms have none by default.
  bool decays() const { return in > 0; }
};

/// All parameters of `config` in the names of `names`, in the order of the computation within a
/// layer. A decoder begins as GPT-2 does (Radford et al. 2019: normal of 0.02, what is added to the
/// stream divided by √(2 layers)); other models as torch.nn.Transformer (Glorot's uniform), their
/// embeddings normal of 1/√D.
std::vector<Parameter> parameters_of(const ModelConfig& config, const Naming& names);

}  // namespace glassformer
