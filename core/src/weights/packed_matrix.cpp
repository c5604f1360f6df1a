#include "weights/packed_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <new>

namespace glassformer {
namespace {

std::size_t file_index(WeightLayout layout, std::size_t in, std::size_t out_count, std::size_t row,
                       std::size_t column) {
  return layout == WeightLayout::kInOut ? row * out_count + column : column * in + row;
}

}  // namespace

void PackedView::multiply_part(const float* x, std::size_t x_stride, std::size_t rows,
                               std::size_t first, std::size_t last, std::size_t columns, float* y,
                               std::size_t y_stride) const {
  const float* panels = panels_;
  if (out_ <= kernels_->panel_width) {  // one panel, whose rows lie one after the other
    panels += first * kernels_->panel_width;
    x += first;
  } else {
    first = 0;
    last = in_;
  }
  kernels_->matmul(x, x_stride, rows, panels, last - first, columns, nullptr, y, y_stride);
}

std::size_t PackedMatrix::bytes() const {
  return has_values() ? kernels::packed_size(*kernels_, in_, out_) * sizeof(float) : 0;
}

bool PackedMatrix::allocate() {
  const std::size_t size = kernels::packed_size(*kernels_, in_, out_);
  data_.reset(new (std::nothrow) float[size]);
  if (data_ == nullptr) return false;
  std::fill_n(data_.get(), size, 0.0F);
  return true;
}

void PackedMatrix::store(std::span<const float> values, WeightLayout layout, std::size_t first,
                         std::size_t count) {
  assert(values.size() == in_ * count && first + count <= out_);
  const std::size_t width = kernels_->panel_width;
  // Whole panels go through the kernels; a part that shares a panel with its neighbours is put in
  // by element.
  const bool whole_panels = first % width == 0 && (count % width == 0 || first + count == out_);
  if (whole_panels) {
    float* panels = data_.get() + first * in_;
    if (layout == WeightLayout::kInOut) {
      kernels_->pack(values.data(), count, in_, count, panels);
    } else {
      kernels_->pack_transposed(values.data(), in_, in_, count, panels);
    }
    return;
  }
  for (std::size_t row = 0; row < in_; ++row) {
    for (std::size_t column = 0; column < count; ++column) {
      data_[kernels::packed_index(*kernels_, in_, row, first + column)] =
          values[file_index(layout, in_, count, row, column)];
    }
  }
}

std::vector<float> PackedMatrix::load(WeightLayout layout, std::size_t first,
                                      std::size_t count) const {
  std::vector<float> values(in_ * count);
  for (std::size_t row = 0; row < in_; ++row) {
    for (std::size_t column = 0; column < count; ++column) {
      values[file_index(layout, in_, count, row, column)] =
          data_[kernels::packed_index(*kernels_, in_, row, first + column)];
    }
  }
  return values;
}

void PackedMatrix::multiply(const float* x, std::size_t x_stride, std::size_t rows,
                            const float* bias, float* y) const {
  kernels_->matmul(x, x_stride, rows, data_.get(), in_, out_, bias, y, out_);
}

void PackedMatrix::row(std::size_t index, float* values) const {
  const float* from = data_.get() + kernels::packed_index(*kernels_, in_, 0, index);
  for (std::size_t i = 0; i < in_; ++i) values[i] = from[i * kernels_->panel_width];
}

}  // namespace glassformer
