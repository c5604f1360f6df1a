// Every table that this processor can run, against references in double. Matrices of small integers
// have exact results, so there every table must agree to the bit; elsewhere the bound is stated.
// Arrays end where their heap block ends, so that the address sanitizer sees a read or write past
// them, and start at every offset from an aligned address.
#include "kernels/kernels.hpp"

#include <algorithm>
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace glassformer::kernels {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr double kHalfUlp = 0x1p-24;  // relative error of one rounding

/// n floats that end exactly at the end of their heap block and start `offset` floats after its
/// beginning.
class Array {
 public:
  explicit Array(std::size_t n, std::size_t offset = 0, float fill = 0.0F)
      : block_(new float[n + offset]), begin_(block_.get() + offset), size_(n) {
    std::fill_n(begin_, n, fill);
  }
  Array(const std::vector<float>& values, std::size_t offset) : Array(values.size(), offset) {
    std::copy(values.begin(), values.end(), begin_);
  }

  float* data() { return begin_; }
  const float* data() const { return begin_; }
  std::size_t size() const { return size_; }
  float& operator[](std::size_t i) { return begin_[i]; }
  float operator[](std::size_t i) const { return begin_[i]; }
  float* begin() { return begin_; }
  float* end() { return begin_ + size_; }
  const float* begin() const { return begin_; }
  const float* end() const { return begin_ + size_; }
  std::vector<float> values() const { return {begin(), end()}; }

 private:
  std::unique_ptr<float[]> block_;
  float* begin_;
  std::size_t size_;
};

class Random {
 public:
  /// Uniform in [low, high).
  float uniform(float low, float high) {
    return low + (high - low) * static_cast<float>(generator_() >> 8) * 0x1p-24F;
  }
  float integer() { return static_cast<float>(static_cast<int>(generator_() % 17) - 8); }
  std::size_t below(std::size_t n) { return generator_() % n; }

  Array floats(std::size_t n, std::size_t offset = 0, float low = -1.0F, float high = 1.0F) {
    Array array(n, offset);
    for (float& x : array) x = uniform(low, high);
    return array;
  }
  Array integers(std::size_t n, std::size_t offset = 0) {
    Array array(n, offset);
    for (float& x : array) x = integer();
    return array;
  }

 private:
  std::mt19937 generator_{20261121};
};

bool same_bits(const float* a, const float* b, std::size_t n) {
  return std::equal(a, a + n, b, [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  });
}

/// The worst |got - want| in units of what is allowed there: at most 1 is good. NaN must meet NaN,
/// infinity itself.
class Worst {
 public:
  void add(double got, double want, double allowed) {
    double ratio = std::abs(got - want) / allowed;
    if (std::isnan(want) || std::isinf(want))
      ratio = got == want || (std::isnan(want) && std::isnan(got)) ? 0 : kInf;
    if (!(ratio <= worst_)) worst_ = ratio;  // a NaN stays
  }
  double value() const { return worst_; }

 private:
  double worst_ = 0;
};

/// Lengths around every vector width there is: 0 … two vectors of 16 and some.
std::vector<std::size_t> lengths() {
  std::vector<std::size_t> result;
  for (std::size_t n = 0; n <= 41; ++n) result.push_back(n);
  for (const std::size_t n : {63U, 64U, 65U, 127U, 255U, 256U, 257U, 511U, 515U, 768U, 1031U})
    result.push_back(n);
  return result;
}

void for_each_table(const std::function<void(const Kernels&)>& test) {
  for (const Kernels* table : available()) {
    INFO("table " << table->name);
    test(*table);
  }
}

Array packed(const Kernels& table, const Array& b, std::size_t k, std::size_t n) {
  Array result(packed_size(table, k, n));
  table.pack(b.data(), n, k, n, result.data());
  return result;
}

}  // namespace

// ---- tables ----

TEST_CASE("the scalar table is always there, comes first, and the active table comes last",
          "[kernels]") {
  const auto tables = available();
  REQUIRE_FALSE(tables.empty());
  CHECK(std::string(tables.front()->name) == "scalar");
  CHECK(&active() == tables.back());
  CHECK(&active() == &active());
  std::set<std::string> names;
  for (const Kernels* table : tables) names.insert(table->name);
  CHECK(names.size() == tables.size());
#if defined(__x86_64__) || defined(__aarch64__) || defined(__wasm_simd128__)
  CHECK(tables.size() >= 2);
#endif
#if defined(__wasm_relaxed_simd__)
  CHECK(names.contains("wasm-relaxed"));
#elif defined(__wasm_simd128__)
  CHECK(names.contains("wasm"));
#elif defined(__aarch64__)
  CHECK(names.contains("neon64"));
#elif defined(__x86_64__)
  CHECK(names.contains("sse2"));
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    CHECK(names.contains("avx2"));
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
    CHECK(names.contains("avx512"));
#endif
}

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

// ---- dot_rows and weighted_rows ----

namespace {

/// Rows of one matrix, in a shuffled order, each at the end of its own heap block.
struct Rows {
  std::vector<Array> arrays;
  std::vector<const float*> pointers;

  Rows(Random& random, std::size_t n, std::size_t width, bool integers) {
    for (std::size_t j = 0; j < n; ++j) {
      arrays.push_back(integers ? random.integers(width, j % 4) : random.floats(width, j % 4));
    }
    for (const Array& array : arrays) pointers.push_back(array.data());
  }
};

const std::vector<std::size_t> kRowCounts = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40};

}  // namespace

TEST_CASE("dot_rows of small integers is exact for every width and number of rows", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t width : lengths()) {
      for (const std::size_t n : kRowCounts) {
        const Rows rows(random, n, width, true);
        const Array x = random.integers(width, n % 4);
        Array want(n), got(n, width % 4);
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t i = 0; i < width; ++i) want[j] += x[i] * rows.pointers[j][i];
        }
        table.dot_rows(x.data(), rows.pointers.data(), n, width, got.data());
        CAPTURE(width, n);
        REQUIRE(got.values() == want.values());
      }
    }
  });
}

TEST_CASE("dot_rows gives a row the same bits alone as among others, and rounds little",
          "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t width : {1U, 5U, 12U, 16U, 32U, 64U, 77U, 128U}) {
      const std::size_t n = 50;
      const Rows rows(random, n, width, false);
      const Array x = random.floats(width);
      Array together(n);
      table.dot_rows(x.data(), rows.pointers.data(), n, width, together.data());
      Worst worst;
      for (std::size_t j = 0; j < n; ++j) {
        float alone = 0;
        table.dot_rows(x.data(), &rows.pointers[j], 1, width, &alone);
        CAPTURE(width, j);
        REQUIRE(same_bits(&alone, &together[j], 1));
        double sum = 0, magnitude = 0;
        for (std::size_t i = 0; i < width; ++i) {
          sum += static_cast<double>(x[i]) * rows.pointers[j][i];
          magnitude += std::abs(static_cast<double>(x[i]) * rows.pointers[j][i]);
        }
        worst.add(alone, sum, static_cast<double>(width + 1) * kHalfUlp * magnitude);
      }
      CAPTURE(width);
      CHECK(worst.value() <= 1);
    }
  });
}

TEST_CASE("weighted_rows of small integers is exact for every width and number of rows",
          "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t width : lengths()) {
      for (const std::size_t n : kRowCounts) {
        const Rows rows(random, n, width, true);
        const Array weights = random.integers(n, width % 4);
        Array want(width), got(width, n % 4, kNaN);
        for (std::size_t i = 0; i < width; ++i) {
          for (std::size_t j = 0; j < n; ++j) want[i] += weights[j] * rows.pointers[j][i];
        }
        table.weighted_rows(weights.data(), rows.pointers.data(), n, width, got.data());
        CAPTURE(width, n);
        REQUIRE(got.values() == want.values());
      }
    }
  });
}

TEST_CASE("weighted_rows does not read rows of weight zero", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t width : {3U, 16U, 64U, 77U, 130U}) {
      Rows rows(random, 5, width, true);
      const std::vector<float> weights = {0.0F, 2.0F, -0.0F, 0.0F, -1.0F};
      for (const std::size_t j : {0U, 2U, 3U}) rows.pointers[j] = nullptr;
      Array got(width);
      table.weighted_rows(weights.data(), rows.pointers.data(), 5, width, got.data());
      CAPTURE(width);
      for (std::size_t i = 0; i < width; ++i)
        REQUIRE(got[i] == 2.0F * rows.arrays[1][i] - rows.arrays[4][i]);
    }
  });
}

TEST_CASE("weighted_rows shows a NaN among the weights", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    const Rows rows(random, 3, 21, false);
    const std::vector<float> weights = {0.5F, kNaN, 0.0F};
    Array got(21);
    table.weighted_rows(weights.data(), rows.pointers.data(), 3, 21, got.data());
    for (const float x : got) REQUIRE(std::isnan(x));
  });
}

// ---- softmax ----

namespace {

std::vector<double> softmax_of(const Array& x) {
  const double max = x.size() == 0 ? 0.0 : *std::max_element(x.begin(), x.end());
  std::vector<double> result;
  double sum = 0;
  for (const float value : x) {
    result.push_back(max == -kInf ? 0.0 : std::exp(value - max));
    sum += result.back();
  }
  for (double& p : result) p = sum == 0 ? 0 : p / sum;
  return result;
}

void check_softmax(const Kernels& table, const Array& x, std::size_t offset) {
  const std::vector<double> want = softmax_of(x);
  Array p(x.values(), offset);
  table.softmax(p.data(), p.size());
  Array log_p(x.values(), offset);
  table.log_softmax(log_p.data(), log_p.size());
  Worst probabilities, logs;
  double sum = 0, want_sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    // x - max is rounded before exp: |x - max| half ulps, besides the few of exp, sum and quotient.
    const double log_want = want[i] > 0 ? std::abs(std::log(want[i])) : 0.0;
    probabilities.add(p[i], want[i], (5e-7 + kHalfUlp * log_want) * want[i] + 1e-37);
    sum += p[i];
    want_sum += want[i];
    if (x[i] == -kInf) {
      REQUIRE(p[i] == 0.0F);
      REQUIRE(log_p[i] == -kInf);
    } else if (want[i] > 1e-300) {
      logs.add(log_p[i], std::log(want[i]), 1e-6 + 1.2e-7 * std::abs(std::log(want[i])));
    }
  }
  CHECK(probabilities.value() <= 1);
  CHECK(logs.value() <= 1);
  CHECK(std::abs(sum - want_sum) <= 2e-7);
}

}  // namespace

TEST_CASE("softmax and log_softmax agree with double for every length and offset", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    for (const std::size_t n : lengths()) {
      for (std::size_t offset = 0; offset < 4; ++offset) {
        CAPTURE(n, offset);
        check_softmax(table, random.floats(n, 0, -8.0F, 8.0F), offset);
      }
    }
  });
}

TEST_CASE("softmax of a whole vocabulary sums to one", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    check_softmax(table, random.floats(50257, 0, -12.0F, 12.0F), 1);
    check_softmax(table, Array(50257, 0, 3.25F), 0);
    check_softmax(table, random.floats(50257, 0, -1e-3F, 1e-3F), 3);
    Array peaked = random.floats(50257, 0, -30.0F, -20.0F);
    peaked[50000] = 9.0F;
    check_softmax(table, peaked, 0);
  });
}

TEST_CASE("softmax is safe for large scores and exact for masked ones", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    check_softmax(table, Array({1e4F, -1e4F, 9999.0F, 1e4F, 0.0F}, 0), 1);
    check_softmax(table, Array({-1e4F, -1e4F, -9999.5F}, 0), 0);
    check_softmax(table, Array({3e38F, -3e38F, 1.0F}, 0), 0);
    check_softmax(table, Array({-3e38F, -3e38F, -kInf}, 0), 0);
    for (std::size_t n = 1; n <= 41; ++n) {
      CAPTURE(n);
      Array x = random.floats(n, 0, -2.0F, 2.0F);
      for (std::size_t i = 0; i < n; ++i) {
        if (random.below(3) == 0) x[i] = -kInf;
      }
      check_softmax(table, x, n % 4);
      check_softmax(table, Array(n, 0, -kInf), n % 4);
    }
  });
}

TEST_CASE("a NaN among scores makes the whole row NaN, even where the rest is masked",
          "[kernels]") {
  for_each_table([](const Kernels& table) {
    for (std::size_t n = 1; n <= 35; ++n) {
      for (const float rest : {1.0F, -kInf}) {
        for (std::size_t at = 0; at < n; at += 1 + n / 5) {
          Array x(n, 0, rest);
          x[at] = kNaN;
          Array logs(x.values(), 0);
          table.softmax(x.data(), n);
          table.log_softmax(logs.data(), n);
          CAPTURE(n, rest, at);
          REQUIRE(std::all_of(x.begin(), x.end(), [](float p) { return std::isnan(p); }));
          REQUIRE(std::all_of(logs.begin(), logs.end(), [](float p) { return std::isnan(p); }));
        }
      }
    }
  });
}

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
