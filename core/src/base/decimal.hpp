// Decimal numbers as text, read and written. The C library's own functions for that (strtod,
// printf) know of every format, locale and width of float, and with the arithmetic of 128-bit
// floats beneath them they are five kilobytes of what a reader downloads.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

/// A number in JSON's grammar ("-12.5e-3") as strtod reads it: the double nearest to its first 18
/// digits; infinite where it is too large for one.
double read_decimal(std::string_view text);

/// As printf's "%.{digits}g" writes it: at most `digits` (1 to 15) significant digits, without
/// trailing zeros.
std::string write_decimal(double value, int digits);

}  // namespace glassformer
