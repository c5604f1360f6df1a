#include "glassformer/safetensors_writer.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

std::vector<float> through(DType dtype, const std::vector<float>& values) {
  const Shape shape{values.size()};
  const TensorToWrite tensor{"x", {values.data(), shape}, dtype};
  const auto bytes = write_safetensors(std::span(&tensor, 1));
  return must(must(SafetensorsFile::open(bytes)).floats("x")).data;
}

}  // namespace

TEST_CASE("what is written is read back, names and metadata too", "[safetensors]") {
  const std::vector<float> a{1.5F, -2.0F, 0.1F, 4.0F, 5.0F, 6.0F}, b{7.0F}, none;
  const std::vector<TensorToWrite> tensors{{"a \"quoted\\name\n", {a.data(), {2, 3}}, DType::kF32},
                                           {"字", {b.data(), {}}, DType::kF32},
                                           {"empty", {none.data(), {0, 3}}, DType::kF16}};
  const auto bytes = write_safetensors(tensors, {{"steps", "12"}, {"by", "a \"test\""}});
  const auto file = must(SafetensorsFile::open(bytes));
  CHECK(file.header().metadata.at("steps") == "12");
  CHECK(file.header().metadata.at("by") == "a \"test\"");
  CHECK(must(file.floats("a \"quoted\\name\n")).data == a);
  CHECK(must(file.floats("a \"quoted\\name\n")).shape == Shape{2, 3});
  CHECK(must(file.floats("字")).data == b);
  CHECK(file.header().find("empty")->shape == Shape{0, 3});
  CHECK(file.header().data_start % 8 == 0);
}

TEST_CASE("every half is written as itself", "[safetensors]") {
  std::vector<float> values;
  for (std::uint32_t bits = 0; bits < 0x7C00U; ++bits) {
    const int exponent = static_cast<int>(bits >> 10U);
    const auto fraction = static_cast<float>(bits & 0x3FFU);
    values.push_back(exponent == 0 ? std::ldexp(fraction, -24)
                                   : std::ldexp(1024.0F + fraction, exponent - 25));
  }
  CHECK(through(DType::kF16, values) == values);
  for (float& value : values) value = -value;
  CHECK(through(DType::kF16, values) == values);
}

TEST_CASE("halves are rounded to the nearest, ties to even", "[safetensors]") {
  const float step = std::ldexp(1.0F, -10);  // between halves above 1
  CHECK(
      through(DType::kF16, {1 + 0.4F * step, 1 + 0.5F * step, 1 + 1.5F * step, 1 + 0.6F * step}) ==
      std::vector<float>{1, 1, 1 + 2 * step, 1 + step});
  const float smallest = std::ldexp(1.0F, -24);
  CHECK(through(DType::kF16, {0.5F * smallest, 0.51F * smallest, 1.5F * smallest, 1e-30F}) ==
        std::vector<float>{0, smallest, 2 * smallest, 0});
  // Just below the normal numbers, and the largest.
  const float normal = std::ldexp(1.0F, -14);
  CHECK(through(DType::kF16, {std::nextafter(normal, 0.0F), 65504.0F, 65519.0F}) ==
        std::vector<float>{normal, 65504.0F, 65504.0F});
  const auto beyond = through(DType::kF16, {65520.0F, -1e30F, std::nanf("")});
  CHECK(std::isinf(beyond[0]));
  CHECK(beyond[1] == -std::numeric_limits<float>::infinity());
  CHECK(std::isnan(beyond[2]));
}

TEST_CASE("bfloats are rounded to the nearest, ties to even", "[safetensors]") {
  const float step = std::ldexp(1.0F, -7);
  CHECK(through(DType::kBF16, {1.0F, 1 + 0.5F * step, 1 + 1.5F * step, -1 - 0.6F * step, 1e-38F}) ==
        std::vector<float>{
            1.0F, 1.0F, 1 + 2 * step, -1 - step,
            std::bit_cast<float>((std::bit_cast<std::uint32_t>(1e-38F) + 0x8000U) & 0xFFFF0000U)});
  CHECK(std::isnan(through(DType::kBF16, {std::nanf("")})[0]));
}

}  // namespace glassformer
