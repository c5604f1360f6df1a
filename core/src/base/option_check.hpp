// Whether options are in the ranges that core/options/*.json gives them.
#pragma once

#include <array>
#include <type_traits>

#include "glassformer/error.hpp"
#include "glassformer/option_range.hpp"

namespace glassformer {

/// ok, or an Error with the option's name (and `index`, of one of several numbers), its value and
/// its range.
Status check_option(const char* name, const char* index, double value, const OptionRange& range);

/// ok, or an Error about the first option that is out of its range.
template <class Options>
Status check_options(const Options& options) {
  Status status = ok_status();
  Options::for_each_option([&](const char* name, auto member, const OptionRange& range) {
    if (range.expected == nullptr || !status.ok()) return;
    const auto& value = options.*member;
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::array<double, 2>>) {
      status = check_option(name, "[0]", value[0], range);
      if (status.ok()) status = check_option(name, "[1]", value[1], range);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      status = check_option(name, "", static_cast<double>(value), range);
    }
  });
  return status;
}

}  // namespace glassformer
