// Products with rows that lie apart in memory: scores of one query, and the mean of values.
// Small integers have exact results; elsewhere the bound is stated.
#include <cmath>
#include <vector>

#include "kernel_fixtures.hpp"

namespace glassformer::kernels {

using namespace test;

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
        table.dot_rows(x.data(), rows.pointers.data(), 0, n, width, got.data());
        CAPTURE(width, n);
        REQUIRE(got.values() == want.values());
      }
    }
  });
}

TEST_CASE("an offset moves every row", "[kernels]") {
  for_each_table([](const Kernels& table) {
    Random random;
    const Rows rows(random, 9, 40, false);
    const std::vector<const float*> moved = [&] {
      std::vector<const float*> pointers = rows.pointers;
      for (const float*& pointer : pointers) pointer += 7;
      return pointers;
    }();
    const Array x = random.floats(33, 0);
    Array want(33), got(33);
    table.dot_rows(x.data(), moved.data(), 0, 9, 33, want.data());
    table.dot_rows(x.data(), rows.pointers.data(), 7, 9, 33, got.data());
    REQUIRE(same_bits(got.data(), want.data(), 9));
    table.weighted_rows(x.data(), moved.data(), 0, 9, 33, want.data());
    table.weighted_rows(x.data(), rows.pointers.data(), 7, 9, 33, got.data());
    REQUIRE(same_bits(got.data(), want.data(), 33));
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
      table.dot_rows(x.data(), rows.pointers.data(), 0, n, width, together.data());
      Worst worst;
      for (std::size_t j = 0; j < n; ++j) {
        float alone = 0;
        table.dot_rows(x.data(), &rows.pointers[j], 0, 1, width, &alone);
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
        table.weighted_rows(weights.data(), rows.pointers.data(), 0, n, width, got.data());
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
      table.weighted_rows(weights.data(), rows.pointers.data(), 0, 5, width, got.data());
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
    table.weighted_rows(weights.data(), rows.pointers.data(), 0, 3, 21, got.data());
    for (const float x : got) REQUIRE(std::isnan(x));
  });
}

}  // namespace glassformer::kernels
