#include "weights/packed_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

#include "base/parallel.hpp"

namespace glassformer {
namespace {

std::size_t file_index(WeightLayout layout, std::size_t in, std::size_t out_count, std::size_t row,
                       std::size_t column) {
  return layout == WeightLayout::kInOut ? row * out_count + column : column * in + row;
}

constexpr std::size_t rounded_up(std::size_t n, std::size_t unit) {
  return (n + unit - 1) / unit * unit;
}

// Columns of smaller weights count as zeros: 127 divided by them may be no float.
constexpr float kMinWeight = 1e-30F;
// Products of bytes: more terms could leave 31 bits.
constexpr std::size_t kMaxByteSumTerms = 131'072;
// Bytes of x that are made at a time; a longer row is made as a whole.
constexpr std::size_t kBytesAtOnce = 1 << 18;

}  // namespace

PackedMatrix::PackedMatrix(const kernels::Kernels& kernels, std::size_t in, std::size_t out,
                           WeightType type)
    : kernels_(&kernels),
      in_(in),
      out_(out),
      type_(in <= kMaxByteSumTerms ? type : WeightType::kFloat32) {}

MemorySize PackedMatrix::panels_size() const {
  if (type_ == WeightType::kInt8)
    return MemorySize(rounded_up(out_, kernels::kBytePanel)) * rounded_up(in_, 4);
  return MemorySize(rounded_up(out_, kernels_->panel_width)) * in_;
}

MemorySize PackedMatrix::size() const {
  if (kernels_ == nullptr) return 0;
  if (type_ == WeightType::kFloat32) return panels_size() * sizeof(float);
  if (type_ == WeightType::kFloat16) return panels_size() * sizeof(std::uint16_t);
  return panels_size() + MemorySize(out_) * 2 * sizeof(float);
}

bool PackedMatrix::allocate() {
  if (!check_available({}, PackedMatrix::size())) return false;
  const auto size = static_cast<std::size_t>(panels_size().value());
  const bool is_int8 = type_ == WeightType::kInt8;
  const std::size_t width = is_int8 ? kernels::kBytePanel : kernels_->panel_width;
  // store() puts in all but what fills up the last panel, and of bytes the rows up to a multiple of
  // four. To fill the rest as well takes a tenth of the time in which a large model is loaded.
  const std::size_t stored = is_int8 && in_ % 4 != 0 ? 0 : out_ / width * width * in_;
  const auto take = [&]<typename T>(AlignedArray<T>& array) {
    array = make_aligned<T>(size);
    if (array != nullptr) std::fill(array.get() + stored, array.get() + size, T{0});
    return array != nullptr;
  };
  if (type_ == WeightType::kFloat32) return take(data_);
  if (type_ == WeightType::kFloat16) return take(halves_);
  scales_.reset(new (std::nothrow) float[2 * out_]);
  if (scales_ == nullptr) return false;
  std::fill_n(scales_.get(), 2 * out_, 0.0F);
  return take(bytes_);
}

void PackedMatrix::store(std::span<const float> values, WeightLayout layout, std::size_t first,
                         std::size_t count) {
  assert(values.size() == in_ * count && first + count <= out_);
  if (type_ == WeightType::kInt8) return store_bytes(values, layout, first, count);
  const std::size_t width = kernels_->panel_width;
  // Whole panels go through the kernels; a part that shares a panel with its neighbours is put in
  // by element.
  const bool whole_panels = first % width == 0 && (count % width == 0 || first + count == out_);
  if (whole_panels) return store_panels(values, layout, first, count);
  for (std::size_t row = 0; row < in_; ++row) {
    for (std::size_t column = 0; column < count; ++column)
      set(row, first + column, values[file_index(layout, in_, count, row, column)]);
  }
}

void PackedMatrix::store_panels(std::span<const float> values, WeightLayout layout,
                                std::size_t first, std::size_t count) {
  const bool is_in_out = layout == WeightLayout::kInOut;
  const auto pack = is_in_out ? kernels_->pack : kernels_->pack_transposed;
  const std::size_t stride = is_in_out ? count : in_;
  if (type_ == WeightType::kFloat32)
    return pack(values.data(), stride, in_, count, data_.get() + first * in_);
  const std::size_t width = kernels_->panel_width;
  std::vector<float> panel(width * in_);
  for (std::size_t column = 0; column < count; column += width) {
    const float* from = values.data() + column * (is_in_out ? 1 : in_);
    pack(from, stride, in_, std::min(width, count - column), panel.data());
    std::transform(panel.begin(), panel.end(), halves_.get() + (first + column) * in_, to_half);
  }
}

// Symmetric: the greatest weight of a column is 127 times its scale. Columns are taken a panel at a
// time, so that both sides run along cache lines.
void PackedMatrix::store_bytes(std::span<const float> values, WeightLayout layout,
                               std::size_t first, std::size_t count) {
  constexpr std::size_t kAtOnce = kernels::kBytePanel;
  for (std::size_t begin = 0; begin < count; begin += kAtOnce) {
    const std::size_t width = std::min(kAtOnce, count - begin);
    const auto each = [&](auto&& visit) {
      for (std::size_t row = 0; row < in_; ++row) {
        for (std::size_t j = 0; j < width; ++j)
          visit(row, j, values[file_index(layout, in_, count, row, begin + j)]);
      }
    };
    float greatest[kAtOnce] = {};
    each([&](std::size_t, std::size_t j, float value) {
      greatest[j] = std::max(greatest[j], std::abs(value));
    });
    float inverse[kAtOnce];
    for (std::size_t j = 0; j < width; ++j)
      inverse[j] = greatest[j] > kMinWeight ? kernels::kMaxByte / greatest[j] : 0.0F;
    std::int32_t sums[kAtOnce] = {};
    each([&](std::size_t row, std::size_t j, float value) {
      const auto byte = static_cast<std::int8_t>(std::lrint(value * inverse[j]));
      bytes_[byte_index(row, first + begin + j)] = byte;
      sums[j] += byte;
    });
    for (std::size_t j = 0; j < width; ++j) {
      scales_[first + begin + j] =
          inverse[j] > 0.0F ? std::min(greatest[j] / kernels::kMaxByte, max_scale()) : 0.0F;
      scales_[out_ + first + begin + j] = static_cast<float>(sums[j]);
    }
  }
}

void PackedMatrix::store_integers(std::span<const std::int8_t> values, WeightLayout layout,
                                  std::size_t first, std::size_t count) {
  if (!holds_integers()) {
    const std::vector<float> floats(values.begin(), values.end());
    return store(floats, layout, first, count);
  }
  assert(values.size() == in_ * count && first + count <= out_);
  for (std::size_t column = 0; column < count; ++column) {
    std::int32_t sum = 0;
    for (std::size_t row = 0; row < in_; ++row) {
      const std::int8_t value = values[file_index(layout, in_, count, row, column)];
      bytes_[byte_index(row, first + column)] = value;
      sum += value;
    }
    scales_[first + column] = 1.0F;
    scales_[out_ + first + column] = static_cast<float>(sum);
  }
}

void PackedMatrix::scale_columns(std::span<const float> scales, std::size_t first) {
  for (std::size_t i = 0; i < scales.size(); ++i) {
    if (type_ == WeightType::kInt8) {
      scales_[first + i] *= scales[i];
      continue;
    }
    for (std::size_t row = 0; row < in_; ++row) set(row, first + i, at(row, first + i) * scales[i]);
  }
}

std::size_t PackedMatrix::byte_index(std::size_t row, std::size_t column) const {
  constexpr std::size_t kPanel = kernels::kBytePanel;
  const std::size_t in_panel = row / 4 * 4 * kPanel + column % kPanel * 4 + row % 4;
  return column / kPanel * kPanel * rounded_up(in_, 4) + in_panel;
}

float PackedMatrix::at(std::size_t row, std::size_t column) const {
  if (holds_integers())
    return static_cast<float>(bytes_[byte_index(row, column)]) * scales_[column];
  const std::size_t index = kernels::packed_index(*kernels_, in_, row, column);
  return type_ == WeightType::kFloat32 ? data_[index] : half_to_float(halves_[index]);
}

void PackedMatrix::set(std::size_t row, std::size_t column, float value) {
  const std::size_t index = kernels::packed_index(*kernels_, in_, row, column);
  if (type_ == WeightType::kFloat32) {
    data_[index] = value;
  } else {
    halves_[index] = to_half(value);
  }
}

std::vector<float> PackedMatrix::load(WeightLayout layout, std::size_t first,
                                      std::size_t count) const {
  std::vector<float> values(in_ * count);
  for (std::size_t row = 0; row < in_; ++row) {
    for (std::size_t column = 0; column < count; ++column)
      values[file_index(layout, in_, count, row, column)] = at(row, first + column);
  }
  return values;
}

std::vector<std::int8_t> PackedMatrix::integers(WeightLayout layout, std::size_t first,
                                                std::size_t count) const {
  assert(holds_integers());
  std::vector<std::int8_t> values(in_ * count);
  for (std::size_t row = 0; row < in_; ++row) {
    for (std::size_t column = 0; column < count; ++column)
      values[file_index(layout, in_, count, row, column)] = bytes_[byte_index(row, first + column)];
  }
  return values;
}

// Parts are whole panels, so that each reads weights of its own.
void PackedMatrix::multiply(const float* x, std::size_t x_stride, std::size_t rows,
                            const float* bias, float* y) const {
  if (type_ == WeightType::kInt8) return multiply_bytes(x, x_stride, rows, bias, y);
  const std::size_t width = kernels_->panel_width;
  const std::size_t panels = rounded_up(out_, width) / width;
  const std::size_t parts = parts_of(panels, std::uint64_t{rows} * in_ * out_);
  // Kept from call to call, so that a step of generation takes no memory.
  thread_local std::vector<float> scratch;
  const std::size_t scratch_size = type_ == WeightType::kFloat16 ? width * in_ : 0;
  if (scratch.size() < parts * scratch_size) scratch.resize(parts * scratch_size);
  float* const panel = scratch.data();  // of the caller's thread
  parallel_parts(parts, panels, [&](std::size_t part, std::size_t first, std::size_t last) {
    const std::size_t column = first * width;
    const std::size_t columns = std::min(last * width, out_) - column;
    const float* const offset = bias == nullptr ? nullptr : bias + column;
    if (type_ == WeightType::kFloat32) {
      kernels_->matmul(x, x_stride, rows, data_.get() + column * in_, in_, columns, offset,
                       y + column, out_);
    } else {
      kernels_->matmul_halves(x, x_stride, rows, halves_.get() + column * in_, in_, columns, offset,
                              y + column, out_, panel + part * scratch_size);
    }
  });
}

void PackedMatrix::multiply_bytes(const float* x, std::size_t x_stride, std::size_t rows,
                                  const float* bias, float* y) const {
  if (rows == 0) return;
  // Kept from call to call, so that a step of generation takes no memory.
  thread_local std::vector<std::uint8_t> bytes;
  thread_local std::vector<kernels::ByteRow> scales;
  const std::size_t stride = rounded_up(in_, 4);
  const std::size_t most = std::clamp<std::size_t>(kBytesAtOnce / stride, 1, rows);
  if (bytes.size() < most * stride) bytes.resize(most * stride);
  if (scales.size() < most) scales.resize(most);
  const std::uint8_t* const row_bytes = bytes.data();  // of the caller's thread
  const kernels::ByteRow* const row_scales = scales.data();
  constexpr std::size_t kWidth = kernels::kBytePanel;
  const std::size_t panels = rounded_up(out_, kWidth) / kWidth;
  for (std::size_t first = 0; first < rows; first += most) {
    const std::size_t count = std::min(most, rows - first);
    for (std::size_t r = 0; r < count; ++r)
      scales[r] = kernels_->to_bytes(x + (first + r) * x_stride, in_, bytes.data() + r * stride);
    const std::size_t parts = parts_of(panels, std::uint64_t{count} * in_ * out_ / 4);
    parallel_parts(parts, panels, [&](std::size_t, std::size_t begin, std::size_t end) {
      const std::size_t column = begin * kWidth;
      const kernels::ByteMatrixView view{bytes_.get() + column * stride, scales_.get() + column,
                                         scales_.get() + out_ + column,
                                         std::min(end * kWidth, out_) - column};
      kernels_->matmul_bytes(row_bytes, stride, count, row_scales, view,
                             bias == nullptr ? nullptr : bias + column, y + first * out_ + column,
                             out_);
    });
  }
}

void PackedMatrix::row(std::size_t index, float* values) const {
  for (std::size_t i = 0; i < in_; ++i) values[i] = at(i, index);
}

}  // namespace glassformer
