// Which tensor of a file goes where, checked against a config before any weight is read.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/safetensors.hpp"
#include "weights/weights.hpp"

namespace glassformer {

/// One tensor of the file and its places in the model.
struct WeightSlot {
  struct Columns {  // columns [first, first + count) of a packed matrix
    PackedMatrix* matrix;
    WeightLayout layout;
    std::size_t first;
    std::size_t count;
  };
  struct Values {  // `count` floats of a vector
    std::vector<float>* vector;
    std::size_t begin;
    std::size_t count;
  };
  struct Zeros {  // a vector that no tensor fills: the bias of a norm that has none in the file
    std::vector<float>* vector;
    std::size_t count;
  };
  using Place = std::variant<Columns, Values, Zeros>;

  TensorInfo info;
  std::vector<Place> places;  // consecutive stretches of the tensor; almost always one

  /// Takes the places' memory where this is the first tensor in them; false where there is not
  /// enough.
  bool allocate() const;
  /// Into memory that allocate() took.
  void store(std::span<const float> values) const;
  std::vector<float> load() const;
};

/// Recognises the file's names (weight_names.hpp, which completes `config`), gives the matrices of
/// `weights` their sizes (their memory comes with their tensors: a header of a few bytes can claim
/// any number of them), and returns a slot for every tensor, by rising offset. Missing, surplus and
/// wrongly shaped tensors are Errors that say the naming scheme, what was found and what was
/// expected.
Result<std::vector<WeightSlot>> bind_weights(const SafetensorsHeader& header,
                                             const kernels::Kernels& kernels, WeightType type,
                                             ModelConfig& config, ModelWeights& weights);

/// Bytes of the memory behind all places.
MemorySize memory_of(std::span<const WeightSlot> slots);

}  // namespace glassformer
