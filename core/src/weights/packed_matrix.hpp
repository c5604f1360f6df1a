// A matrix in the order in which the products read it, and the linear layer y = x·W + b with one.
// Nothing outside this folder and kernels/ depends on the type or order of its elements, so that a
// packed format can be added here alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/half.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/weight_info.hpp"
#include "glassformer/weight_type.hpp"
#include "kernels/kernels.hpp"

namespace glassformer {

/// A packed (in, out) of floats in memory that its owner keeps.
class PackedView {
 public:
  PackedView() = default;
  PackedView(const kernels::Kernels& kernels, std::size_t in, std::size_t out, float* panels)
      : kernels_(&kernels), in_(in), out_(out), panels_(panels) {}

  /// Floats that a packed (in, out) takes.
  static std::size_t size(const kernels::Kernels& kernels, std::size_t in, std::size_t out) {
    return kernels::packed_size(kernels, in, out);
  }
  /// As much or a little more, of sizes that may be too large for memory.
  static MemorySize size_at_most(const kernels::Kernels& kernels, MemorySize in, MemorySize out) {
    return in * (out + kernels.panel_width);
  }

  /// Floats from a packed matrix's begin to its row `row`, in each panel.
  static std::size_t row_offset(const kernels::Kernels& kernels, std::size_t row) {
    return row * kernels.panel_width;
  }

  std::size_t in() const { return in_; }
  std::size_t out() const { return out_; }

  /// Packs all of `values`, whose rows are `stride` floats apart: (in, out), or (out, in) of
  /// kOutIn.
  void pack(const float* values, std::size_t stride, WeightLayout layout) const {
    (layout == WeightLayout::kInOut ? kernels_->pack : kernels_->pack_transposed)(
        values, stride, in_, out_, panels_);
  }

  /// y (rows, out) = x (rows, in) · W (+ bias (out) where not null); x's rows are `x_stride` floats
  /// apart, y's are out().
  void multiply(const float* x, std::size_t x_stride, std::size_t rows, const float* bias,
                float* y) const {
    kernels_->matmul(x, x_stride, rows, panels_, in_, out_, bias, y, out_);
  }

 private:
  const kernels::Kernels* kernels_ = nullptr;
  std::size_t in_ = 0;
  std::size_t out_ = 0;
  float* panels_ = nullptr;
};

/// W (in, out), packed once into memory of its own. Knows its sizes before it has memory.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  PackedMatrix(const kernels::Kernels& kernels, std::size_t in, std::size_t out,
               WeightType type = WeightType::kFloat32);

  /// Takes the memory; false where there is not enough. Its values are to be stored before they are
  /// read.
  bool allocate();

  std::size_t in() const { return in_; }
  std::size_t out() const { return out_; }
  /// Bytes that it takes, or will take.
  MemorySize size() const;
  std::size_t bytes() const { return has_values() ? static_cast<std::size_t>(size().value()) : 0; }
  /// Whether there is such a weight: false before allocate().
  bool has_values() const { return data_ != nullptr || halves_ != nullptr || bytes_ != nullptr; }
  /// The greatest weight that it can hold.
  float max_value() const {
    return type_ == WeightType::kFloat16 ? kMaxHalf : std::numeric_limits<float>::max();
  }
  /// The greatest scale with which every integer of 8 bits is a weight that it can hold.
  float max_scale() const { return max_value() / 128; }

  /// Puts `values`, a weight of in() features to `count`, into the columns from `first` on.
  void store(std::span<const float> values, WeightLayout layout, std::size_t first,
             std::size_t count);
  /// The same of integers, for which scale_columns() is still to come. Weights of 8 bits are kept
  /// as they are given.
  void store_integers(std::span<const std::int8_t> values, WeightLayout layout, std::size_t first,
                      std::size_t count);
  /// Multiplies column first + i by scales[i], at most max_scale().
  void scale_columns(std::span<const float> scales, std::size_t first);
  /// Those columns again, in the file's layout.
  std::vector<float> load(WeightLayout layout, std::size_t first, std::size_t count) const;
  /// Whether integers and scales are what it holds.
  bool holds_integers() const { return type_ == WeightType::kInt8; }
  /// Those columns as integers, in the file's layout, and a scale for each. Only of integers.
  std::vector<std::int8_t> integers(WeightLayout layout, std::size_t first,
                                    std::size_t count) const;
  std::span<const float> scales(std::size_t first, std::size_t count) const {
    return {scales_.get() + first, count};
  }

  /// y (rows, out) = x (rows, in) · W (+ bias (out) where not null); x's rows are `x_stride` floats
  /// apart, y's are out(). Weights of 8 bits take x's rows as bytes, too, each on its own.
  void multiply(const float* x, std::size_t x_stride, std::size_t rows, const float* bias,
                float* y) const;
  /// Row `index` of the weight as (out, in): in a table of tokens, the embedding of one.
  void row(std::size_t index, float* values) const;

 private:
  MemorySize panels_size() const;  // elements
  float at(std::size_t row, std::size_t column) const;
  void set(std::size_t row, std::size_t column, float value);  // of floats or halves
  std::size_t byte_index(std::size_t row, std::size_t column) const;
  void store_panels(std::span<const float> values, WeightLayout layout, std::size_t first,
                    std::size_t count);
  void store_bytes(std::span<const float> values, WeightLayout layout, std::size_t first,
                   std::size_t count);
  void multiply_bytes(const float* x, std::size_t x_stride, std::size_t rows, const float* bias,
                      float* y) const;

  const kernels::Kernels* kernels_ = nullptr;
  std::size_t in_ = 0;
  std::size_t out_ = 0;
  WeightType type_ = WeightType::kFloat32;
  AlignedArray<float> data_;
  AlignedArray<std::uint16_t> halves_;
  AlignedArray<std::int8_t> bytes_;
  std::unique_ptr<float[]> scales_;  // (2, out): scales, and sums of the columns of bytes
};

struct Linear {
  PackedMatrix weight;
  std::vector<float> bias;  // (out) or empty

  /// y (rows, out) = x (rows, in) · W + b; x's rows are `x_stride` floats apart, y's are out().
  void apply(const float* x, std::size_t x_stride, std::size_t rows, float* y) const {
    weight.multiply(x, x_stride, rows, bias.empty() ? nullptr : bias.data(), y);
  }
};

}  // namespace glassformer
