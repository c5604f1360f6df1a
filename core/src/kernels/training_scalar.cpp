// The kernels of training as plain loops: explanation, fallback and reference of the tests.
#include <cmath>

#include "kernels/tables.hpp"

namespace glassformer::kernels {
namespace {

void multiply(const TrainingProduct& p) {
  const std::size_t width = kScalarTable.panel_width;
  for (std::size_t row = 0; row < p.m; ++row) {
    for (std::size_t column = 0; column < p.n; ++column) {
      const float* b = p.packed + column / width * width * p.depth + column % width;
      float sum = 0.0F;
      for (std::size_t i = 0; i < p.k; ++i)
        sum += p.a[p.transposed ? i * p.a_stride + row : row * p.a_stride + i] * b[i * width];
      float& c = p.c[row * p.c_stride + column];
      c = p.adds ? c + sum : sum;
    }
  }
}

// y = x̂ · weight + bias with x̂ = (x - mean) / √(var + ε), so that dx = (g - mean(g) - x̂ ·
// mean(g ∘ x̂)) / √(var + ε) with g = dy ∘ weight.
void layer_norm_backward(const float* x, std::size_t n, const float* dy, float* dx,
                         const NormGradient& norm) {
  const float count = static_cast<float>(n);
  float mean = 0.0F, variance = 0.0F, g_mean = 0.0F, projection = 0.0F;
  for (std::size_t i = 0; i < n; ++i) mean += x[i] / count;
  for (std::size_t i = 0; i < n; ++i) variance += (x[i] - mean) * (x[i] - mean) / count;
  const float factor = 1.0F / std::sqrt(variance + norm.epsilon);
  for (std::size_t i = 0; i < n; ++i) {
    const float g = dy[i] * norm.weight[i];
    g_mean += g / count;
    projection += g * (x[i] - mean) * factor / count;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const float centred = (x[i] - mean) * factor;
    const float g = dy[i] * norm.weight[i];
    norm.d_weight[i] += dy[i] * centred;
    norm.d_bias[i] += dy[i];
    dx[i] = (g - g_mean - centred * projection) * factor;
  }
}

void softmax_backward(const float* p, float scale, float* d, std::size_t n) {
  float sum = 0.0F;
  for (std::size_t i = 0; i < n; ++i) sum += p[i] * d[i];
  for (std::size_t i = 0; i < n; ++i) d[i] = p[i] * (d[i] - sum) * scale;
}

void relu_backward(const float* x, const float*, float* dx, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) dx[i] = x[i] > 0.0F ? dx[i] : 0.0F;
}

// Both GELUs are x · s(x), so that s is y / x.
float share(float x, float y) { return x == 0.0F ? 0.5F : y / x; }

void gelu_backward(const float* x, const float* y, float* dx, std::size_t n) {
  constexpr float kDensity = 0.3989422804F;  // 1 / √(2π)
  for (std::size_t i = 0; i < n; ++i)        // s = Φ(x), s' = φ(x)
    dx[i] *= share(x[i], y[i]) + x[i] * kDensity * std::exp(-x[i] * x[i] / 2.0F);
}

void gelu_new_backward(const float* x, const float* y, float* dx, std::size_t n) {
  constexpr float kSlope = 1.59576912F;  // 2 √(2/π)
  constexpr float kCubic = 3.0F * 0.044715F * kSlope;
  for (std::size_t i = 0; i < n; ++i) {  // s = σ(2u), s' = s (1 - s) 2u', u = √(2/π) (x + …)
    const float s = share(x[i], y[i]);
    dx[i] *= s + x[i] * s * (1.0F - s) * (kSlope + kCubic * x[i] * x[i]);
  }
}

double cross_entropy(float* logits, std::size_t n, std::size_t target, float smoothing,
                     float factor) {
  const double wanted = logits[target];
  double all = 0.0, sum = 0.0;
  float shift = logits[0];
  for (std::size_t i = 0; i < n; ++i) {
    all += logits[i];
    if (logits[i] > shift) shift = logits[i];
  }
  for (std::size_t i = 0; i < n; ++i) sum += logits[i] = std::exp(logits[i] - shift);
  const double log_sum = shift + std::log(sum);
  const float share = smoothing / static_cast<float>(n);
  const float scale = static_cast<float>(factor / sum);
  for (std::size_t i = 0; i < n; ++i) logits[i] = logits[i] * scale - share * factor;
  logits[target] -= (1.0F - smoothing) * factor;
  return log_sum - (1.0 - smoothing) * wanted - (smoothing > 0.0F ? share * all : 0.0);
}

void add_rows(const float* x, std::size_t rows, std::size_t n, float* sum) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < n; ++i) sum[i] += x[r * n + i];
  }
}

double sum_of_squares(const float* x, std::size_t n) {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return sum;
}

void adamw(const AdamFactors& f, const float* gradient, float* parameter, float* first,
           float* second, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const float g = gradient[i] * f.gradient_scale;
    first[i] = f.beta1 * first[i] + f.fresh1 * g;
    second[i] = f.beta2 * second[i] + f.fresh2 * g * g;
    parameter[i] =
        parameter[i] * f.kept - f.rate * first[i] / (std::sqrt(second[i]) * f.correction + f.eps);
  }
}

}  // namespace

constinit const TrainingKernels kScalarTrainingTable = {
    .multiply = multiply,
    .layer_norm_backward = layer_norm_backward,
    .softmax_backward = softmax_backward,
    .relu_backward = relu_backward,
    .gelu_backward = gelu_backward,
    .gelu_new_backward = gelu_new_backward,
    .cross_entropy = cross_entropy,
    .add_rows = add_rows,
    .sum_of_squares = sum_of_squares,
    .adamw = adamw,
};

}  // namespace glassformer::kernels
