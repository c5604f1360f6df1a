#include "base/option_check.hpp"

#include <string>

#include "base/decimal.hpp"

namespace glassformer {

Status check_option(const char* name, const char* index, double value, const OptionRange& range) {
  if (value >= range.low && value <= range.high) return ok_status();
  return invalid_argument(std::string(name) + index + " is " + write_decimal(value, 12) +
                          "; expected " + range.expected);
}

}  // namespace glassformer
