#include "base/option_check.hpp"

#include <array>
#include <cstdio>
#include <string>

namespace glassformer {

Status check_option(const char* name, const char* index, double value, const OptionRange& range) {
  if (value >= range.low && value <= range.high) return ok_status();
  std::array<char, 32> found{};
  std::snprintf(found.data(), found.size(), "%.12g", value);
  return invalid_argument(std::string(name) + index + " is " + found.data() + "; expected " +
                          range.expected);
}

}  // namespace glassformer
