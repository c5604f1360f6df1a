// The parameters of a model in one array: each with its offset, its name in a file and its
// initial values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/error.hpp"
#include "glassformer/tensor.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer::training {

enum class Initial { kZeros, kOnes, kNormal, kUniform };

struct Parameter {
  std::string name;  // as the file has it
  Shape shape;
  std::size_t offset = 0;
  Initial initial = Initial::kZeros;
  double scale = 0.0;  // standard deviation, or the bound of a uniform distribution

  std::size_t size() const { return element_count(shape); }
};

/// Offsets into the row of parameters.
struct LinearPlace {
  std::size_t weight = 0;
  std::optional<std::size_t> bias{};
  std::size_t in = 0;
  std::size_t out = 0;
  WeightLayout layout = WeightLayout::kInOut;
  std::size_t matrix = 0;  // its number among the matrices that are multiplied with
};
struct NormPlaces {
  std::size_t weight = 0;
  std::size_t bias = 0;
};
struct LayerPlaces {
  LinearPlace qkv, out;
  LinearPlace cross_query, cross_key, cross_value, cross_out;
  LinearPlace hidden, hidden_out;
  NormPlaces norms[3];
};
struct StackPlaces {
  std::vector<LayerPlaces> layers;
  std::optional<NormPlaces> final_norm;
};

struct ParameterPlaces {
  std::vector<Parameter> parameters;  // by rising offset, without gaps
  std::size_t size = 0;               // numbers in all
  double numbers = 0.0;               // the same, where it would overflow
  std::vector<LinearPlace> matrices;

  std::size_t embedding = 0;
  std::size_t source_embedding = 0;  // encoder–decoder only
  std::optional<std::size_t> positions;
  StackPlaces encoder;
  StackPlaces decoder;
  LinearPlace head;  // tied: the embedding's own numbers

  const Parameter* find(const std::string& name) const;
};

/// The parameters of a decoder in GPT-2's names (weights (in, out)) or of an encoder–decoder in
/// those of the modules of the paper's implementation (`encoder.0.attn.c_attn.weight`, weights
/// (out, in)). A decoder begins as GPT-2 does (Radford et al. 2019: normal of 0.02, what is added
/// to the stream divided by √(2 layers)); an encoder–decoder as torch.nn.Transformer (Glorot's
/// uniform), its embeddings normal of 1/√D. A stack of encoders alone is an Error.
Result<ParameterPlaces> parameter_places(const ModelConfig& config);

}  // namespace glassformer::training
