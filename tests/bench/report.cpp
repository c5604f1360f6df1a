#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace glassformer::bench {
namespace {

const char* name_of(Bound bound) {
  switch (bound) {
    case Bound::kArithmetic:
      return "multiply-add";
    case Bound::kBytes:
      return "dot of bytes";
    case Bound::kMemory:
      return "read 256 MB";
    case Bound::kCache:
      return "read 8 MB";
    case Bound::kNone:
      break;
  }
  return "";
}

std::string line(const Measurement& m) {
  char text[160];
  if (m.of_limit == 0) {
    std::snprintf(text, sizeof text, "%-8s %-40s %10.4g %-8s\n", m.group.c_str(), m.name.c_str(),
                  m.value, m.unit.c_str());
  } else {
    std::snprintf(text, sizeof text, "%-8s %-40s %10.4g %-8s %3.0f %% of %s\n", m.group.c_str(),
                  m.name.c_str(), m.value, m.unit.c_str(), 100 * m.of_limit, name_of(m.bound));
  }
  return text;
}

}  // namespace

std::string to_table(const Results& results) {
  std::string text = "kernels: " + results.table + "\n";
  for (const Measurement& measurement : results.measurements) text += line(measurement);
  return text;
}

std::string to_json_lines(const Results& results) {
  std::string text;
  for (const Measurement& m : results.measurements) {
    nlohmann::ordered_json json = {{"table", results.table},
                                   {"group", m.group},
                                   {"name", m.name},
                                   {"value", m.value},
                                   {"unit", m.unit}};
    if (m.of_limit > 0) {
      json["of_limit"] = m.of_limit;
      json["limit"] = name_of(m.bound);
    }
    text += json.dump() + "\n";
  }
  if (!results.error.empty()) text += nlohmann::json{{"error", results.error}}.dump() + "\n";
  return text;
}

}  // namespace glassformer::bench
