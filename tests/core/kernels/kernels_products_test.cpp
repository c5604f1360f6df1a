// Packing and products, against references in double. Matrices of small integers have exact
// results, so there every table must agree to the bit; elsewhere the bound is stated.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/half.hpp"
#include "kernel_fixtures.hpp"

namespace glassformer::kernels {

using namespace test;

// ---- packing ----

TEST_CASE(
    "a packed matrix holds every element where packed_index says, and zeros beside the last column",
    "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t k : {0U, 1U, 2U, 3U, 7U, 16U, 17U, 33U}) {
      for (std::size_t n = 0; n <= 70; ++n) {
        const std::size_t stride = n + n % 3;
        const Array b = random.floats(k == 0 ? 0 : (k - 1) * stride + n, n % 4);
        Array got(packed_size(table, k, n), 0, kNaN);
        table.pack(b.data(), stride, k, n, got.data());
        Array want(got.size());
        for (std::size_t row = 0; row < k; ++row) {
          for (std::size_t column = 0; column < n; ++column) {
            want[packed_index(table, k, row, column)] = b[row * stride + column];
          }
        }
        CAPTURE(k, n);
        REQUIRE(same_bits(got.data(), want.data(), want.size()));
      }
    }
  });
}

TEST_CASE("pack_transposed of a matrix is pack of its transpose", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t k : {0U, 1U, 2U, 3U, 7U, 15U, 16U, 17U, 33U}) {
      for (std::size_t n = 0; n <= 70; ++n) {
        const std::size_t stride = k + n % 3;
        const Array b = random.floats(n == 0 ? 0 : (n - 1) * stride + k, n % 4);
        Array transpose(k * n);
        for (std::size_t row = 0; row < k; ++row) {
          for (std::size_t column = 0; column < n; ++column)
            transpose[row * n + column] = b[column * stride + row];
        }
        const Array want = packed(table, transpose, k, n);
        Array got(packed_size(table, k, n), 0, kNaN);
        table.pack_transposed(b.data(), stride, k, n, got.data());
        CAPTURE(k, n);
        REQUIRE(same_bits(got.data(), want.data(), want.size()));
      }
    }
  });
}

// ---- matmul ----

namespace {

struct Product {
  std::size_t m, k, n;
};

/// a · b (+ bias) of small integers: exact in float, so the same for every table and every order of
/// summation.
void check_integer_product(const Kernels& table, Random& random, Product p) {
  const std::size_t a_stride = p.k + p.n % 3;
  const std::size_t c_stride = p.n + p.m % 3;
  const Array a = random.integers(p.m == 0 ? 0 : (p.m - 1) * a_stride + p.k, p.k % 4);
  const Array b = random.integers(p.k * p.n);
  const Array bias = random.integers(p.n, p.n % 4);
  const Array b_packed = packed(table, b, p.k, p.n);
  for (const bool with_bias : {false, true}) {
    constexpr float kUntouched = 12345.0F;
    Array want(p.m == 0 ? 0 : (p.m - 1) * c_stride + p.n, p.m % 4, kUntouched);
    for (std::size_t row = 0; row < p.m; ++row) {
      for (std::size_t column = 0; column < p.n; ++column) {
        float sum = with_bias ? bias[column] : 0.0F;
        for (std::size_t i = 0; i < p.k; ++i) sum += a[row * a_stride + i] * b[i * p.n + column];
        want[row * c_stride + column] = sum;
      }
    }
    Array got(want.size(), p.m % 4, kUntouched);
    table.matmul(a.data(), a_stride, p.m, b_packed.data(), p.k, p.n,
                 with_bias ? bias.data() : nullptr, got.data(), c_stride);
    CAPTURE(p.m, p.k, p.n, with_bias);
    REQUIRE(got.values() == want.values());
  }
}

}  // namespace

TEST_CASE("products of small integers are exact for every small m, k and n", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (std::size_t m = 0; m <= 20; ++m) {
      for (std::size_t k = 0; k <= 20; k += 1 + k / 8) {
        for (std::size_t n = 0; n <= 20; ++n) check_integer_product(table, random, {m, k, n});
      }
    }
  });
}

TEST_CASE("products of small integers are exact for odd larger sizes", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (std::size_t m = 1; m <= 32; ++m) check_integer_product(table, random, {m, 37, 193});
    for (std::size_t n = 60; n <= 140; ++n) {
      for (const std::size_t m : {1U, 2U, 3U, 4U, 7U})
        check_integer_product(table, random, {m, 5, n});
    }
    for (const Product p : {Product{97, 64, 33},
                            {193, 31, 65},
                            {1, 3072, 7},
                            {5, 1023, 129},
                            {96, 129, 100},
                            {130, 48, 144}}) {
      check_integer_product(table, random, p);
    }
  });
}

TEST_CASE("a row of a product has the same bits alone as among others", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const auto& [k, n] :
         {std::pair<std::size_t, std::size_t>{48, 144}, {131, 97}, {768, 67}, {64, 515}}) {
      const std::size_t rows = 200;
      const Array a = random.floats(rows * k);
      const Array b_packed = packed(table, random.floats(k * n), k, n);
      const Array bias = random.floats(n);
      Array alone(rows * n);
      for (std::size_t row = 0; row < rows; ++row) {
        table.matmul(a.data() + row * k, k, 1, b_packed.data(), k, n, bias.data(),
                     alone.data() + row * n, n);
      }
      for (const std::size_t m :
           {2U, 3U, 4U, 5U, 6U, 7U, 8U, 11U, 12U, 13U, 14U, 15U, 23U, 40U, 96U, 97U, 200U}) {
        Array together(m * n);
        table.matmul(a.data(), k, m, b_packed.data(), k, n, bias.data(), together.data(), n);
        CAPTURE(k, n, m);
        REQUIRE(same_bits(together.data(), alone.data(), m * n));
      }
    }
  });
}

TEST_CASE("a column of a product has the same bits whatever columns stand beside it", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    const std::size_t m = 3, k = 77, n = 210;
    const Array a = random.floats(m * k);
    const Array b = random.floats(k * n);
    Array whole(m * n);
    table.matmul(a.data(), k, m, packed(table, b, k, n).data(), k, n, nullptr, whole.data(), n);
    for (std::size_t first = 0; first < n; first += 1 + first / 4) {
      Array part(k * (n - first));
      for (std::size_t row = 0; row < k; ++row)
        std::copy_n(b.data() + row * n + first, n - first, part.data() + row * (n - first));
      Array got(m * (n - first));
      table.matmul(a.data(), k, m, packed(table, part, k, n - first).data(), k, n - first, nullptr,
                   got.data(), n - first);
      CAPTURE(first);
      for (std::size_t row = 0; row < m; ++row) {
        REQUIRE(
            same_bits(got.data() + row * (n - first), whole.data() + row * n + first, n - first));
      }
    }
  });
}

TEST_CASE("a product with halves has the bits of the same one with floats", "[kernels]") {
  const float large = GENERATE(1.0F, 65535.9F, 65536.0F, 1e30F);
  for_each_table([=](const Kernels& table) {
    Random random;
    for (const auto& [k, n] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {48, 144}, {131, 97}, {64, 515}}) {
      constexpr std::size_t kRows = 140;
      Array a = random.floats(kRows * k);
      a[0] = large;
      Array b = random.floats(k * n);
      // Every kind of half: normal, subnormal, zeros of both signs, the greatest.
      constexpr float kOdd[] = {0x1p-24F, -0x1.ffp-15F, -0.0F, 65504.0F};
      for (std::size_t i = 0; i < b.size(); ++i)
        b[i] = i % 13 == 5 ? kOdd[i / 13 % 4] : half_to_float(to_half(b[i]));
      const Array floats = packed(table, b, k, n);
      std::vector<std::uint16_t> halves(floats.size());
      for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = to_half(floats[i]);
      const Array bias = random.floats(n);
      Array panel(k * table.panel_width);
      for (const std::size_t m : {0U, 1U, 2U, 3U, 5U, 8U, 140U}) {
        const std::size_t c_stride = n + m % 3;
        const float* offset = m % 2 == 0 ? nullptr : bias.data();
        Array want(m * c_stride), got(m * c_stride);
        table.matmul(a.data(), k, m, floats.data(), k, n, offset, want.data(), c_stride);
        table.matmul_halves(a.data(), k, m, halves.data(), k, n, offset, got.data(), c_stride,
                            panel.data());
        CAPTURE(k, n, m);
        REQUIRE(same_bits(got.data(), want.data(), want.size()));
      }
    }
  });
}

TEST_CASE("products stay within the rounding error of a sum in order", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const Product p : {Product{1, 768, 100}, {5, 3072, 33}, {17, 64, 50}}) {
      const Array a = random.floats(p.m * p.k);
      const Array b = random.floats(p.k * p.n);
      const Array bias = random.floats(p.n);
      Array got(p.m * p.n);
      table.matmul(a.data(), p.k, p.m, packed(table, b, p.k, p.n).data(), p.k, p.n, bias.data(),
                   got.data(), p.n);
      Worst worst;
      for (std::size_t row = 0; row < p.m; ++row) {
        for (std::size_t column = 0; column < p.n; ++column) {
          double sum = bias[column], magnitude = std::abs(bias[column]);
          for (std::size_t i = 0; i < p.k; ++i) {
            const double term = static_cast<double>(a[row * p.k + i]) * b[i * p.n + column];
            sum += term;
            magnitude += std::abs(term);
          }
          // Each of k + 1 additions and a product round once (Higham 2002, section 3.1); in
          // practice far less.
          worst.add(got[row * p.n + column], sum,
                    static_cast<double>(p.k + 2) * kHalfUlp * magnitude);
        }
      }
      CAPTURE(p.m, p.k, p.n);
      CHECK(worst.value() <= 1);
    }
  });
}

TEST_CASE("a NaN in a row of a product reaches that row and no other", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    const std::size_t m = 7, k = 19, n = 37;
    Array a = random.floats(m * k);
    a[3 * k + 18] = kNaN;
    Array c(m * n);
    table.matmul(a.data(), k, m, packed(table, random.floats(k * n), k, n).data(), k, n, nullptr,
                 c.data(), n);
    for (std::size_t row = 0; row < m; ++row) {
      for (std::size_t column = 0; column < n; ++column)
        REQUIRE(std::isnan(c[row * n + column]) == (row == 3));
    }
  });
}

}  // namespace glassformer::kernels
