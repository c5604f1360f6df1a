// A matrix in the order in which the products read it, and the linear layer y = x·W + b made of
// one.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/kernels.hpp"

namespace glassformer {

/// How a file stores a weight that maps `in` features to `out`.
enum class WeightLayout {
  kInOut,  // (in, out): y = x · w, as GPT-2's Conv1D
  kOutIn,  // (out, in): y = x · wᵀ, as torch.nn.Linear
};

/// W (in, out), packed once into the panels of the kernels. Knows its sizes before it has memory.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  PackedMatrix(const kernels::Kernels& kernels, std::size_t in, std::size_t out)
      : kernels_(&kernels), in_(in), out_(out) {}

  /// Takes the memory and fills it with zeros. False where there is not enough.
  bool allocate();

  std::size_t in() const { return in_; }
  std::size_t out() const { return out_; }
  std::size_t bytes() const {
    return data_ == nullptr ? 0 : kernels::packed_size(*kernels_, in_, out_) * sizeof(float);
  }
  const float* data() const { return data_.get(); }

  /// Puts `values`, a weight of in() features to `count`, into the columns from `first` on.
  void store(std::span<const float> values, WeightLayout layout, std::size_t first,
             std::size_t count);
  /// Those columns again, in the file's layout.
  std::vector<float> load(WeightLayout layout, std::size_t first, std::size_t count) const;
  /// Column `column` as a row: the embedding of a token in a matrix that is also the output head.
  void copy_column(std::size_t column, float* out) const;

 private:
  const kernels::Kernels* kernels_ = nullptr;
  std::size_t in_ = 0;
  std::size_t out_ = 0;
  std::unique_ptr<float[]> data_;
};

struct Linear {
  PackedMatrix weight;
  std::vector<float> bias;  // (out) or empty

  /// y (rows, out) = x (rows, in) · W + b; x's rows are `x_stride` floats apart, y's are out().
  void apply(const kernels::Kernels& kernels, const float* x, std::size_t x_stride,
             std::size_t rows, float* y) const {
    kernels.matmul(x, x_stride, rows, weight.data(), weight.in(), weight.out(),
                   bias.empty() ? nullptr : bias.data(), y, weight.out());
  }
};

}  // namespace glassformer
