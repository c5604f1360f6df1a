// Norm, activations and sums of vectors against double.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel_fixtures.hpp"

namespace glassformer::kernels {

using namespace test;

// ---- layer_norm ----

namespace {

/// In double, from the float input.
std::vector<double> layer_norm_of(const Array& x, const Array& weight, const Array& bias,
                                  double epsilon) {
  double mean = 0, variance = 0;
  for (const float value : x) mean += value / static_cast<double>(x.size());
  for (const float value : x)
    variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
  std::vector<double> result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    result.push_back((x[i] - mean) / std::sqrt(variance + epsilon) * weight[i] + bias[i]);
  }
  return result;
}

void check_layer_norm(const Kernels& table, Random& random, const Array& x, float epsilon) {
  const std::size_t n = x.size();
  const Array weight = random.floats(n, 1, -2.0F, 2.0F);
  const Array bias = random.floats(n, 3);
  const std::vector<double> want = layer_norm_of(x, weight, bias, epsilon);
  Array out(n, 2);
  table.layer_norm(x.data(), n, weight.data(), bias.data(), epsilon, out.data());
  Worst worst;
  for (std::size_t i = 0; i < n; ++i) {
    worst.add(out[i], want[i],
              1e-6 + 1e-6 * std::abs(want[i] - bias[i]) + 1e-7 * std::abs(want[i]));
  }
  CHECK(worst.value() <= 1);

  Array in_place(x.values(), n % 4);
  table.layer_norm(in_place.data(), n, weight.data(), bias.data(), epsilon, in_place.data());
  CHECK(same_bits(in_place.data(), out.data(), n));
}

}  // namespace

TEST_CASE("layer_norm agrees with double for every length, near zero and far from it",
          "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (std::size_t n : lengths()) {
      for (const float epsilon : {1e-5F, 1e-12F}) {
        // A row of one or two values may have no spread of its own: then epsilon alone decides, as
        // it should.
        CAPTURE(n, epsilon);
        check_layer_norm(table, random, random.floats(n, n % 4), epsilon);
        if (n < 3) continue;
        check_layer_norm(table, random, random.floats(n, n % 4, -1e-4F, 1e-4F), epsilon);
        check_layer_norm(table, random, random.floats(n, n % 4, 1000.0F, 1001.0F), epsilon);
        check_layer_norm(table, random, random.floats(n, n % 4, -20001.0F, -19999.0F), epsilon);
        check_layer_norm(table, random, random.floats(n, n % 4, -1e30F, 1e30F), epsilon);
        Array outlier = random.floats(n, n % 4);
        outlier[0] = 3000.0F;
        check_layer_norm(table, random, outlier, epsilon);
      }
    }
  });
}

TEST_CASE("layer_norm of a constant row is the bias, exactly", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      for (const float value : {0.0F, 3.7F, -1234.567F, 1e4F, 1e-20F}) {
        for (const float epsilon : {1e-5F, 1e-12F}) {
          const Array weight = random.floats(n), bias = random.floats(n);
          Array x(n, 0, value);
          table.layer_norm(x.data(), n, weight.data(), bias.data(), epsilon, x.data());
          CAPTURE(n, value, epsilon);
          REQUIRE(x.values() == bias.values());
        }
      }
    }
  });
}

TEST_CASE("a NaN makes the whole normalised row NaN", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : {1U, 5U, 16U, 37U}) {
      Array x = random.floats(n);
      x[n - 1] = kNaN;
      const Array ones(n, 0, 1.0F);
      table.layer_norm(x.data(), n, ones.data(), ones.data(), 1e-5F, x.data());
      CHECK(std::all_of(x.begin(), x.end(), [](float y) { return std::isnan(y); }));
    }
  });
}

// ---- activations ----

namespace {

using InPlace = void (*)(float*, std::size_t);

double relu_of(double x) { return x < 0 ? 0 : x; }
double gelu_of(double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double gelu_new_of(double x) {
  // x/2 · (1 + tanh u) = x / (1 + exp(-2u)), without the cancellation.
  return x /
         (1 + std::exp(-2 * std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
}

/// f on a whole array, with every length and offset: an element's value must not depend on where it
/// stands.
void check_activation(const Kernels& table, InPlace f, double (*reference)(double)) {
  std::vector<float> grid;
  for (int i = -4000; i <= 4000; ++i) grid.push_back(static_cast<float>(i) * 0.00501F);
  for (const float x :
       {0.0F, -0.0F, 1e-30F, -1e-30F, 1e4F, -1e4F, 1e20F, -1e20F, 3e38F, -3e38F, kInf})
    grid.push_back(x);
  Array got(grid, 1);
  f(got.data(), got.size());
  Worst worst;
  for (std::size_t i = 0; i < grid.size(); ++i)
    worst.add(got[i], reference(grid[i]), 1e-6 + 1.2e-7 * std::abs(grid[i]));
  INFO("table " << table.name);
  CHECK(worst.value() <= 1);

  for (std::size_t n = 0; n <= 41; ++n) {
    for (std::size_t offset = 0; offset < 4; ++offset) {
      const std::size_t first = 37 * n + offset;
      Array part(std::vector<float>(grid.begin() + first, grid.begin() + first + n), offset);
      f(part.data(), n);
      CAPTURE(n, offset);
      REQUIRE(same_bits(part.data(), got.data() + first, n));
      if (n == 0) continue;
      Array nan(std::vector<float>(n, 1.0F), offset);
      nan[n / 2] = kNaN;
      f(nan.data(), n);
      REQUIRE(std::isnan(nan[n / 2]));
      REQUIRE(std::count_if(nan.begin(), nan.end(), [](float x) { return std::isnan(x); }) == 1);
    }
  }
}

}  // namespace

TEST_CASE("relu, gelu and gelu_new agree with double and let NaN through", "[kernels]") {
  for_each_table([](const Kernels& table) {
    check_activation(table, table.relu, relu_of);
    check_activation(table, table.gelu, gelu_of);
    check_activation(table, table.gelu_new, gelu_new_of);
  });
}

// ---- scale and axpy ----

TEST_CASE("scale and axpy do what they say for every length and offset", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      for (std::size_t offset = 0; offset < 4; ++offset) {
        const Array x = random.integers(n, offset), y = random.integers(n);
        Array scaled(x.values(), offset), added(y.values(), (offset + 1) % 4);
        table.scale(-0.5F, scaled.data(), n);
        table.axpy(0.25F, x.data(), added.data(), n);
        CAPTURE(n, offset);
        for (std::size_t i = 0; i < n; ++i) {
          REQUIRE(scaled[i] == -0.5F * x[i]);
          REQUIRE(added[i] == y[i] + 0.25F * x[i]);
        }
      }
    }
  });
}

}  // namespace glassformer::kernels
