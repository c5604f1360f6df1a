// Packed matrices of every kernel table against plain sums, in integers that floats hold exactly.
#include "weights/packed_matrix.hpp"

#include <catch_amalgamated.hpp>

namespace glassformer {
namespace {

// A weight of `in` features to `out`, element by element.
float element(std::size_t in, std::size_t out) {
  return static_cast<float>((in * 7 + out * 13) % 11) - 5.0F;
}

std::vector<float> weight(std::size_t in, std::size_t out, WeightLayout layout) {
  std::vector<float> values(in * out);
  for (std::size_t i = 0; i < in; ++i)
    for (std::size_t o = 0; o < out; ++o)
      values[layout == WeightLayout::kInOut ? i * out + o : o * in + i] = element(i, o);
  return values;
}

std::vector<float> inputs(std::size_t rows, std::size_t in) {
  std::vector<float> x(rows * in);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 5) - 2.0F;
  return x;
}

float expected(const std::vector<float>& x, std::size_t in, std::size_t row, std::size_t out) {
  float sum = 0.0F;
  for (std::size_t i = 0; i < in; ++i) sum += x[row * in + i] * element(i, out);
  return sum;
}

TEST_CASE("a packed matrix multiplies, and gives back its rows and its file's values",
          "[packed_matrix]") {
  const WeightType type = GENERATE(WeightType::kFloat32, WeightType::kFloat16);
  for (const kernels::Kernels* table : kernels::available()) {
    for (const WeightLayout layout : {WeightLayout::kInOut, WeightLayout::kOutIn}) {
      for (const std::size_t out : {1U, 7U, 16U, 70U}) {
        constexpr std::size_t kIn = 9, kRows = 3;
        CAPTURE(table->name, out);
        PackedMatrix matrix(*table, kIn, out, type);
        CHECK_FALSE(matrix.has_values());
        REQUIRE(matrix.allocate());
        CHECK(matrix.has_values());
        const auto values = weight(kIn, out, layout);
        matrix.store(values, layout, 0, out);
        CHECK(matrix.load(layout, 0, out) == values);

        const auto x = inputs(kRows, kIn);
        const std::vector<float> bias(out, 100.0F);
        std::vector<float> y(kRows * out), row(kIn);
        for (const std::size_t rows : {kRows, std::size_t{1}}) {
          matrix.multiply(x.data(), kIn, rows, bias.data(), y.data());
          for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t o = 0; o < out; ++o)
              CHECK(y[r * out + o] == expected(x, kIn, r, o) + 100.0F);
        }
        for (std::size_t o = 0; o < out; ++o) {
          matrix.row(o, row.data());
          for (std::size_t i = 0; i < kIn; ++i) CHECK(row[i] == element(i, o));
        }
      }
    }
  }
}

TEST_CASE("columns stored apart make the same matrix", "[packed_matrix]") {
  const WeightType type = GENERATE(WeightType::kFloat32, WeightType::kFloat16, WeightType::kInt8);
  for (const kernels::Kernels* table : kernels::available()) {
    constexpr std::size_t kIn = 4, kOut = 10, kFirst = 3;
    PackedMatrix whole(*table, kIn, kOut, type), parts(*table, kIn, kOut, type);
    REQUIRE((whole.allocate() && parts.allocate()));
    const auto values = weight(kIn, kOut, WeightLayout::kOutIn);
    whole.store(values, WeightLayout::kOutIn, 0, kOut);
    const std::span<const float> all(values);
    parts.store(all.first(kFirst * kIn), WeightLayout::kOutIn, 0, kFirst);
    parts.store(all.subspan(kFirst * kIn), WeightLayout::kOutIn, kFirst, kOut - kFirst);
    CHECK(parts.load(WeightLayout::kInOut, 0, kOut) == whole.load(WeightLayout::kInOut, 0, kOut));
  }
}

}  // namespace
}  // namespace glassformer
