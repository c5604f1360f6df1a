#include "base/decimal.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace glassformer {
namespace {

std::string printed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

// Any finite double but the subnormal ones.
double any_double(std::mt19937_64& random) {
  for (;;) {
    const double value = std::bit_cast<double>(random());
    if (std::isnormal(value)) return value;
  }
}

}  // namespace

TEST_CASE("decimal numbers are read as strtod reads them", "[decimal]") {
  for (const char* text : {"0",
                           "-0",
                           "0.0",
                           "1",
                           "-1",
                           "10",
                           "0.1",
                           "-12.5e-3",
                           "1e-5",
                           "1e-05",
                           "1E5",
                           "1e+5",
                           "1e22",
                           "1e23",
                           "1e-45",
                           "5.656854",
                           "8.000000000000001",
                           "123456789012345678",
                           "1e308",
                           "1e-307",
                           "1.7976931348623157e308",
                           "0.000000000000000000000000000001",
                           "100000000000000000000000",
                           "18446744073709551616",
                           "2.2250738585072014e-308",
                           "5e-324"}) {
    INFO(text);
    const double got = read_decimal(text), want = std::strtod(text, nullptr);
    CHECK(got == want);
    CHECK(std::signbit(got) == std::signbit(want));
  }
}

TEST_CASE("a decimal number of 17 digits is read as the double that it stands for", "[decimal]") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const double value = any_double(random);
    const std::string text = printed(value, 17);
    INFO(text);
    REQUIRE(read_decimal(text) == value);
  }
}

TEST_CASE("a decimal number that no double can hold is infinite or 0", "[decimal]") {
  CHECK(read_decimal("1e309") == std::numeric_limits<double>::infinity());
  CHECK(read_decimal("-1e99999999999999999999") == -std::numeric_limits<double>::infinity());
  CHECK(read_decimal("1e-400") == 0.0);
  CHECK(read_decimal("1e-99999999999999999999") == 0.0);
  CHECK(read_decimal("0e99999999999999999999") == 0.0);
}

TEST_CASE("decimal numbers are written as printf writes them", "[decimal]") {
  for (const double value : {0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             0.1,
                             1e-4,
                             1e-5,
                             1e-45,
                             0.5,
                             9.9999995,
                             9.99999949,
                             99999995.0,
                             999999.95,
                             1e6,
                             1e7,
                             1e12,
                             1e11,
                             123456789.0,
                             2.5,
                             0.00001234,
                             1e300,
                             1e-300,
                             100.0,
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
    for (const int digits : {1, 7, 12, 15}) {
      INFO(printed(value, 17) << " with " << digits << " digits");
      CHECK(write_decimal(value, digits) == printed(value, digits));
    }
  }
  CHECK(write_decimal(std::nan(""), 7) == "nan");
  std::mt19937_64 random(8);
  for (int i = 0; i < 20'000; ++i) {
    const double value = any_double(random);
    for (const int digits : {7, 12})
      REQUIRE(write_decimal(value, digits) == printed(value, digits));
  }
}

}  // namespace glassformer
