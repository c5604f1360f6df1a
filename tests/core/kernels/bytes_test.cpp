// Products of bytes: the scalar table against the definition, every other table against the scalar
// one to the bit. Arrays end where their heap block ends.
#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "kernels/kernels.hpp"

namespace glassformer::kernels {
namespace {

const Kernels& scalar() { return *available()[0]; }

std::size_t padded(std::size_t k) { return (k + 3) / 4 * 4; }

std::vector<float> random_floats(std::mt19937& random, std::size_t n, float from, float to) {
  std::vector<float> values(n);
  for (float& value : values)
    value = from + (to - from) * static_cast<float>(random() >> 8) * 0x1p-24F;
  return values;
}

/// A packed (k, n) of bytes, of which `extreme` are as large as can be.
struct ByteMatrix {
  std::unique_ptr<std::int8_t[]> panels;
  std::vector<float> scales, sums;
  std::size_t columns;

  ByteMatrix(std::mt19937& random, std::size_t k, std::size_t n, bool extreme)
      : panels(new std::int8_t[(n + kBytePanel - 1) / kBytePanel * kBytePanel * padded(k)]()),
        scales(random_floats(random, n, 0.001F, 0.1F)),
        sums(n),
        columns(n) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < k; ++i) {
        const int byte =
            extreme ? (random() % 8 == 0 ? -127 : 127) : static_cast<int>(random() % 255) - 127;
        panels[j / kBytePanel * kBytePanel * padded(k) + i / 4 * 4 * kBytePanel +
               j % kBytePanel * 4 + i % 4] = static_cast<std::int8_t>(byte);
        sums[j] += static_cast<float>(byte);
      }
    }
  }
  ByteMatrixView view() const { return {panels.get(), scales.data(), sums.data(), columns}; }
  int at(std::size_t k, std::size_t i, std::size_t j) const {
    return panels[j / kBytePanel * kBytePanel * padded(k) + i / 4 * 4 * kBytePanel +
                  j % kBytePanel * 4 + i % 4];
  }
};

bool identical(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace

TEST_CASE("a row becomes bytes within half a step, alike in every table", "[kernels][bytes]") {
  std::mt19937 random(1);
  for (const Kernels* table : available()) {
    for (std::size_t n = 1; n < 70; ++n) {
      CAPTURE(table->name, n);
      const std::vector<float> x =
          random_floats(random, n, n % 3 == 0 ? 2.0F : -3.0F, n % 2 == 0 ? 5.0F : 1e4F);
      const std::unique_ptr<std::uint8_t[]> bytes(new std::uint8_t[padded(n)]);
      const std::unique_ptr<std::uint8_t[]> wanted(new std::uint8_t[padded(n)]);
      const ByteRow row = table->to_bytes(x.data(), n, bytes.get());
      const ByteRow same = scalar().to_bytes(x.data(), n, wanted.get());
      CHECK(identical(row.scale, same.scale));
      CHECK(identical(row.offset, same.offset));
      for (std::size_t i = 0; i < n; ++i) {
        REQUIRE(bytes[i] == wanted[i]);
        REQUIRE(bytes[i] <= 127);
        const double value =
            static_cast<double>(row.offset) + static_cast<double>(row.scale) * bytes[i];
        REQUIRE(std::abs(value - x[i]) <= 0.5001 * static_cast<double>(row.scale) + 1e-12);
      }
      for (std::size_t i = n; i < padded(n); ++i) REQUIRE(bytes[i] == 0);
    }
  }
}

TEST_CASE("a row of one value is exact; one that is not finite is told", "[kernels][bytes]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float huge = std::numeric_limits<float>::max();
  for (const Kernels* table : available()) {
    for (const std::size_t n : {1U, 3U, 16U, 33U}) {
      CAPTURE(table->name, n);
      std::vector<std::uint8_t> bytes(padded(n), 9);
      const std::vector<float> same(n, -2.5F);
      const ByteRow row = table->to_bytes(same.data(), n, bytes.data());
      CHECK(row.scale == 0.0F);
      CHECK(row.offset == -2.5F);
      CHECK(bytes == std::vector<std::uint8_t>(padded(n), 0));
      for (const float wrong : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
        for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
          std::vector<float> x(n, 1.0F);
          x[place] = wrong;
          CHECK(std::isnan(table->to_bytes(x.data(), n, bytes.data()).scale));
        }
      }
      if (n > 1) {
        std::vector<float> wide(n, huge);
        wide[0] = -huge;
        CHECK(std::isnan(table->to_bytes(wide.data(), n, bytes.data()).scale));
      }
    }
  }
}

TEST_CASE("products of bytes are exact sums, alike in every table, alone and among others",
          "[kernels][bytes]") {
  std::mt19937 random(2);
  for (const std::size_t k : {1U, 3U, 4U, 17U, 64U, 200U, 4100U}) {
    // Columns: a part of a panel, a panel, and more of them than a row takes at once.
    for (const std::size_t n : {1U, 5U, 16U, 17U, 40U, 64U, 83U, 130U}) {
      const ByteMatrix b(random, k, n, k == 4100);
      for (const std::size_t m : {1U, 2U, 3U, 4U, 5U, 9U, 17U}) {
        const std::size_t stride = padded(k);
        const std::unique_ptr<std::uint8_t[]> a(new std::uint8_t[m * stride]);
        std::vector<ByteRow> rows;
        for (std::size_t r = 0; r < m; ++r) {
          std::vector<float> x = random_floats(random, k, -1.0F, 1.0F);
          if (k == 4100) std::fill(x.begin() + 1, x.end(), 1.0F);
          rows.push_back(scalar().to_bytes(x.data(), k, a.get() + r * stride));
        }
        const std::vector<float> bias = random_floats(random, n, -1.0F, 1.0F);
        std::vector<float> wanted(m * n);
        scalar().matmul_bytes(a.get(), stride, m, rows.data(), b.view(), bias.data(), wanted.data(),
                              n);
        for (std::size_t r = 0; r < m; ++r) {
          for (std::size_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::size_t i = 0; i < k; ++i)
              sum += (rows[r].offset + static_cast<double>(rows[r].scale) * a[r * stride + i]) *
                     b.at(k, i, j);
            const double exact = sum * b.scales[j] + bias[j];
            REQUIRE(std::abs(wanted[r * n + j] - exact) <=
                    1e-6 * (1 + 127.0 * static_cast<double>(k) * b.scales[j]));
          }
        }
        for (const Kernels* table : available()) {
          CAPTURE(table->name, k, n, m);
          std::vector<float> c(m * n), alone(n);
          table->matmul_bytes(a.get(), stride, m, rows.data(), b.view(), bias.data(), c.data(), n);
          REQUIRE(c == wanted);
          table->matmul_bytes(a.get() + (m - 1) * stride, stride, 1, &rows[m - 1], b.view(),
                              bias.data(), alone.data(), n);
          REQUIRE(std::equal(alone.begin(), alone.end(),
                             wanted.end() - static_cast<std::ptrdiff_t>(n)));
          table->matmul_bytes(a.get(), stride, 1, rows.data(), b.view(), nullptr, alone.data(), n);
          scalar().matmul_bytes(a.get(), stride, 1, rows.data(), b.view(), nullptr, c.data(), n);
          REQUIRE(std::equal(alone.begin(), alone.end(), c.begin()));
        }
      }
    }
  }
}

}  // namespace glassformer::kernels
