// One tensor of a file and its places in the model's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "glassformer/safetensors.hpp"
#include "glassformer/weight_info.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer {

/// One weight of the file and its places in the model.
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
  WeightInfo weight;
  /// Consecutive stretches of the tensor; almost always one. Two parts of a
  /// matrix are columns of the same layout, of matrices with equal `in`.
  std::vector<Place> places;
  /// Of integers: the tensor that holds a scale for each output.
  std::optional<TensorInfo> scale{};
  /// Where it is one of several tensors that are one weight of the model: that one's place among
  /// the joined weights.
  std::optional<std::size_t> part_of{};

  /// Takes the places' memory where this is the first tensor in them; false where there is not
  /// enough.
  bool allocate() const;
  /// Whether it is a matrix that is kept as integers.
  bool holds_integers() const;
  /// What of `values`, its elements from `begin` on, its places cannot hold: "a value at 5 that is
  /// not a finite number".
  std::optional<std::string> find_unfit(std::span<const float> values, std::size_t begin = 0) const;
  /// The same of the scales of its integers.
  std::optional<std::string> find_unfit_scale(std::span<const float> scales) const;
  /// Elements that can be stored without the rest of the tensor: those of an output, if the file
  /// has one after the other; else all.
  std::size_t unit() const;
  /// Puts elements [begin, begin + values.size()) of the tensor, whole units, into memory that
  /// allocate() took.
  void store(std::span<const float> values, std::size_t begin = 0) const;
  /// The same of integers, for which scale_outputs() is still to come.
  void store_integers(std::span<const std::int8_t> values, std::size_t begin) const;
  void scale_outputs(std::span<const float> scales) const;
  std::vector<float> load() const;
  /// Of integers: these as the file has them, and a scale for each output.
  struct Integers {
    std::vector<std::int8_t> values;
    std::vector<float> scales;
  };
  Integers load_integers() const;
};

/// Bytes of the memory behind all places.
MemorySize memory_of(std::span<const WeightSlot> slots);

}  // namespace glassformer
