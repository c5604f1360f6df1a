#include "base/decimal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace glassformer {
namespace {

// high + low, a number of about 106 bits, of which `high` is the nearest double (Dekker 1971).
struct Wide {
  double high;
  double low;
};

Wide normalized(double high, double low) {
  if (!std::isfinite(high)) return {high, 0.0};
  const double sum = high + low;
  return {sum, low - (sum - high)};
}

// 10 a = 8 a + 2 a, whose terms are exact, and the rounding of whose sum is a double.
Wide times_ten(const Wide& a) {
  const double sum = 8.0 * a.high + 2.0 * a.high;
  return normalized(sum, (2.0 * a.high - (sum - 8.0 * a.high)) + 10.0 * a.low);
}

// The remainder a - 8 q - 2 q is exact: both differences are of numbers that are near each other.
Wide by_ten(const Wide& a) {
  const double quotient = a.high / 10.0;
  const double remainder = (a.high - 8.0 * quotient) - 2.0 * quotient;
  return normalized(quotient, (remainder + a.low) / 10.0);
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

double read_decimal(std::string_view text) {
  constexpr std::uint64_t kMostDigits = 100'000'000'000'000'000;  // one more fits into 18
  constexpr int kMaxExponent = 100'000;  // of digits that anybody writes; the next one still fits
  std::size_t i = 0;
  const bool is_negative = !text.empty() && text[0] == '-';
  if (is_negative) ++i;
  std::uint64_t digits = 0;
  int exponent = 0;
  bool in_fraction = false;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      in_fraction = true;
    } else if (digits < kMostDigits) {
      digits = 10 * digits + static_cast<std::uint64_t>(text[i] - '0');
      exponent -= in_fraction ? 1 : 0;
    } else {
      exponent += in_fraction ? 0 : 1;
    }
  }
  if (i < text.size()) {  // e or E
    ++i;
    const bool is_small = i < text.size() && text[i] == '-';
    if (i < text.size() && !is_digit(text[i])) ++i;
    int written = 0;
    for (; i < text.size(); ++i) written = std::min(10 * written + (text[i] - '0'), kMaxExponent);
    exponent += is_small ? -written : written;
  }
  const double high = static_cast<double>(digits);
  Wide value{high, static_cast<double>(
                       static_cast<std::int64_t>(digits - static_cast<std::uint64_t>(high)))};
  for (; exponent > 0 && value.high != 0.0 && std::isfinite(value.high); --exponent)
    value = times_ten(value);
  // On the way to the smallest doubles `low` would be too small for one.
  const double lift = exponent < 0 ? 0x1p200 : 1.0;
  value = {lift * value.high, lift * value.low};
  for (; exponent < 0 && value.high != 0.0; ++exponent) value = by_ten(value);
  const double size = value.high / lift;
  return is_negative ? -size : size;
}

std::string write_decimal(double value, int digits) {
  std::string text = std::signbit(value) ? "-" : "";
  if (!std::isfinite(value)) return text + (std::isnan(value) ? "nan" : "inf");
  double low = 1.0;  // 10^(digits - 1)
  for (int i = 1; i < digits; ++i) low *= 10.0;
  // `digits` digits stand before the point of value · 10^-scale; its first digit counts
  // 10^exponent.
  Wide scaled{std::abs(value), 0.0};
  int exponent = digits - 1;
  for (; scaled.high >= 10.0 * low; ++exponent) scaled = by_ten(scaled);
  for (; scaled.high < low && scaled.high != 0.0; --exponent) scaled = times_ten(scaled);
  if (scaled.high == 0.0) exponent = 0;
  auto number = static_cast<std::uint64_t>(scaled.high);
  const double rest = (scaled.high - static_cast<double>(number)) + scaled.low;
  if (rest > 0.5 || (rest == 0.5 && number % 2 == 1)) ++number;
  std::string shown = std::to_string(number);
  if (shown.size() > static_cast<std::size_t>(digits)) ++exponent;  // 9.99… became 10
  while (shown.size() > 1 && shown.back() == '0') shown.pop_back();

  const bool is_scientific = exponent < -4 || exponent >= digits;
  const int point = is_scientific ? 1 : exponent + 1;  // digits before it
  if (point <= 0) shown.insert(0, static_cast<std::size_t>(1 - point), '0');
  const auto before = static_cast<std::size_t>(std::max(point, 1));
  if (shown.size() < before) shown.append(before - shown.size(), '0');
  if (shown.size() > before) shown.insert(before, 1, '.');
  text += shown;
  if (is_scientific) {
    const std::string count = std::to_string(std::abs(exponent));
    text += std::string(exponent < 0 ? "e-" : "e+") + (count.size() < 2 ? "0" : "") + count;
  }
  return text;
}

}  // namespace glassformer
