// The kernels of training: every table against plain loops in double, at every length and offset,
// and nothing beyond the sizes is read or written.
#include "kernel_fixtures.hpp"
#include "kernels/training_kernels.hpp"

namespace glassformer::kernels::test {
namespace {

struct Shape {
  std::size_t m, k, n;
};

// c += aᵀ · B or c = a · B, with the rows of B from `first` on.
void check_product(const Kernels& table, Random& random, const Shape& shape, std::size_t first,
                   bool transposed, bool adds) {
  const auto [m, k, n] = shape;
  const std::size_t gap = random.below(3), depth = first + k;
  const std::size_t a_stride = (transposed ? m : k) + gap, c_stride = n + gap;
  const std::size_t a_rows = transposed ? k : m;
  const Array a = random.integers(a_rows == 0 ? 0 : a_rows * a_stride - gap, 1);
  const Array b = random.integers(depth * n, 2);
  const Array panels = packed(table, b, depth, n);
  Array c = random.integers(m == 0 ? 0 : m * c_stride - gap, 3);
  const Array before(c.values(), 0);
  training_kernels(table).multiply({.a = a.data(),
                                    .a_stride = a_stride,
                                    .m = m,
                                    .packed = panels.data() + first * table.panel_width,
                                    .depth = depth,
                                    .k = k,
                                    .n = n,
                                    .c = c.data(),
                                    .c_stride = c_stride,
                                    .transposed = transposed,
                                    .adds = adds});
  bool right = true;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < c_stride && i * c_stride + j < c.size(); ++j) {
      const std::size_t at = i * c_stride + j;
      float want = before[at];  // the gap stays
      if (j < n) {
        if (!adds) want = 0;
        for (std::size_t p = 0; p < k; ++p)
          want += a[transposed ? p * a_stride + i : i * a_stride + p] * b[(first + p) * n + j];
      }
      right = right && c[at] == want;
    }
  }
  INFO("m " << m << ", k " << k << ", n " << n << ", first " << first);
  CHECK(right);
}

using RowBackward = void (*)(const float*, const float*, float*, std::size_t);

// dx · f'(x) in double.
template <class F>
void check_activation(RowBackward TrainingKernels::*which,
                      void (*Kernels::*forward)(float*, std::size_t), F slope) {
  for_each_table([&](const Kernels& table) {
    Random random;
    Worst worst;
    for (const std::size_t n : lengths()) {
      const Array x = random.floats(n, n % 3, -6.0F, 6.0F), d = random.floats(n, 1);
      Array y(x.values(), 0), dx(d.values(), 2);
      (table.*forward)(y.data(), n);
      (training_kernels(table).*which)(x.data(), y.data(), dx.data(), n);
      for (std::size_t i = 0; i < n; ++i) {
        const double want = static_cast<double>(d[i]) * slope(static_cast<double>(x[i]));
        worst.add(static_cast<double>(dx[i]), want, 4e-6);
      }
    }
    CHECK(worst.value() <= 1);
  });
}

}  // namespace

TEST_CASE("training's products of whole numbers are exact in every table and shape", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const bool transposed : {false, true}) {
      for (const bool adds : {false, true}) {
        for (std::size_t m = 0; m <= 18; ++m) {
          for (const std::size_t k : {0U, 1U, 5U, 17U}) {
            for (const std::size_t n : {0U, 1U, 3U, 8U, 15U, 16U, 17U, 31U, 32U, 33U, 66U})
              check_product(table, random, {m, k, n}, random.below(4), transposed, adds);
          }
        }
        check_product(table, random, {130, 257, 40}, 3, transposed, adds);
      }
    }
  });
}

TEST_CASE("the gradient of layer normalisation is that of its formula in double", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    Worst worst;
    for (const std::size_t n : lengths()) {
      if (n < 2) continue;
      const Array x = random.floats(n, 1, -2.0F, 3.0F), weight = random.floats(n, 2);
      const Array dy = random.floats(n, 3), sums = random.floats(n);
      Array dx(dy.values(), 1), d_weight(sums.values(), 0), d_bias(sums.values(), 1);
      constexpr float kEpsilon = 1e-5F;
      training_kernels(table).layer_norm_backward(
          x.data(), n, dx.data(), dx.data(),
          {weight.data(), kEpsilon, d_weight.data(), d_bias.data()});
      const double count = static_cast<double>(n);
      double mean = 0, variance = 0, g_mean = 0, projection = 0;
      for (const float value : x) mean += static_cast<double>(value) / count;
      for (const float value : x)
        variance += std::pow(static_cast<double>(value) - mean, 2) / count;
      const double factor = 1 / std::sqrt(variance + static_cast<double>(kEpsilon));
      const auto g = [&](std::size_t i) {
        return static_cast<double>(dy[i]) * static_cast<double>(weight[i]);
      };
      const auto centred = [&](std::size_t i) {
        return (static_cast<double>(x[i]) - mean) * factor;
      };
      for (std::size_t i = 0; i < n; ++i) g_mean += g(i) / count;
      for (std::size_t i = 0; i < n; ++i) projection += g(i) * centred(i) / count;
      const double allowed = 1e-5 * std::max(1.0, factor);
      for (std::size_t i = 0; i < n; ++i) {
        const double d = static_cast<double>(dy[i]), before = static_cast<double>(sums[i]);
        worst.add(static_cast<double>(dx[i]), (g(i) - g_mean - centred(i) * projection) * factor,
                  allowed);
        worst.add(static_cast<double>(d_weight[i]), before + d * centred(i), allowed);
        worst.add(static_cast<double>(d_bias[i]), before + d, allowed);
      }
    }
    CHECK(worst.value() <= 1);
  });
}

TEST_CASE("the gradients of the activations are their derivatives", "[kernels]") {
  check_activation(&TrainingKernels::relu_backward, &Kernels::relu,
                   [](double x) { return x > 0 ? 1.0 : 0.0; });
  check_activation(&TrainingKernels::gelu_backward, &Kernels::gelu, [](double x) {
    return (1 + std::erf(x / std::sqrt(2.0))) / 2 +
           x * std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979323846);
  });
  check_activation(&TrainingKernels::gelu_new_backward, &Kernels::gelu_new, [](double x) {
    const double slope = 2 * std::sqrt(2 / 3.14159265358979323846);
    const double s = 1 / (1 + std::exp(-slope * (x + 0.044715 * x * x * x)));
    return s + x * s * (1 - s) * slope * (1 + 3 * 0.044715 * x * x);
  });
}

TEST_CASE("softmax's gradient and a sum of squares are those of plain loops", "[kernels]") {
  for_each_table([](const Kernels& table) {
    const TrainingKernels& training = training_kernels(table);
    Random random;
    Worst worst;
    for (const std::size_t n : lengths()) {
      Array p = random.floats(n, 1, 0.0F, 4.0F);
      table.softmax(p.data(), n);
      const Array d = random.floats(n, 2);
      Array dx(d.values(), 3);
      training.softmax_backward(p.data(), 0.3F, dx.data(), n);
      double sum = 0, squares = 0;
      for (std::size_t i = 0; i < n; ++i)
        sum += static_cast<double>(p[i]) * static_cast<double>(d[i]);
      for (std::size_t i = 0; i < n; ++i) {
        const double value = static_cast<double>(d[i]);
        squares += value * value;
        worst.add(static_cast<double>(dx[i]),
                  static_cast<double>(p[i]) * (value - sum) * static_cast<double>(0.3F), 1e-6);
      }
      worst.add(training.sum_of_squares(d.data(), n), squares, 1e-12 * static_cast<double>(n + 1));
    }
    CHECK(worst.value() <= 1);
    const Array huge(9, 1, 1e30F);
    CHECK(training.sum_of_squares(huge.data(), 9) == Catch::Approx(9e60));
  });
}

TEST_CASE("cross-entropy and its gradient are those of the formula in double", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    Worst worst;
    for (const std::size_t n : lengths()) {
      if (n == 0) continue;
      for (const float smoothing : {0.0F, 0.1F}) {
        const Array x = random.floats(n, 1, -9.0F, 9.0F);
        const std::size_t target = random.below(n);
        Array logits(x.values(), 2);
        const double loss =
            training_kernels(table).cross_entropy(logits.data(), n, target, smoothing, 0.25F);
        double sum = 0, want = 0;
        for (const float value : x) sum += std::exp(static_cast<double>(value));
        const double epsilon = static_cast<double>(smoothing);
        for (std::size_t i = 0; i < n; ++i) {
          const double log_p = static_cast<double>(x[i]) - std::log(sum);
          const double q = (i == target ? 1 - epsilon : 0) + epsilon / static_cast<double>(n);
          want -= q * log_p;
          worst.add(static_cast<double>(logits[i]), (std::exp(log_p) - q) / 4, 2e-7);
        }
        worst.add(loss, want, 1e-5);
      }
    }
    CHECK(worst.value() <= 1);
  });
}

TEST_CASE("rows are added up column by column", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      const Array x = random.integers(3 * n, 1), before = random.integers(n);
      Array sum(before.values(), 2);
      training_kernels(table).add_rows(x.data(), 3, n, sum.data());
      bool right = true;
      for (std::size_t i = 0; i < n; ++i)
        right = right && sum[i] == before[i] + x[i] + x[n + i] + x[2 * n + i];
      INFO("n " << n);
      CHECK(right);
    }
  });
}

TEST_CASE("AdamW is the same to the bit in every table", "[kernels]") {
  const AdamFactors factors{.kept = 0.9999F,
                            .beta1 = 0.9F,
                            .fresh1 = 0.1F,
                            .beta2 = 0.95F,
                            .fresh2 = 0.05F,
                            .rate = 0.003F,
                            .correction = 1.7F,
                            .eps = 1e-8F,
                            .gradient_scale = 0.8F};
  for_each_table([&](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      const Array gradient = random.floats(n, 1), start = random.floats(n, 2);
      const Array moment = random.floats(n), square = random.floats(n, 0, 0.0F, 1.0F);
      const auto run = [&](const Kernels& with, std::size_t offset) {
        Array p(start.values(), offset), m(moment.values(), offset), v(square.values(), offset);
        training_kernels(with).adamw(factors, gradient.data(), p.data(), m.data(), v.data(), n);
        auto all = p.values();
        for (const Array* each : {&m, &v}) all.insert(all.end(), each->begin(), each->end());
        return all;
      };
      const auto want = run(*available().front(), 0), got = run(table, 3);
      INFO("n " << n);
      CHECK(same_bits(got.data(), want.data(), want.size()));
    }
  });
}

}  // namespace glassformer::kernels::test
