// glassformer_bench [--only GROUPS] [--table NAME] [--seconds S] [--json FILE]
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "bench.hpp"
#include "report.hpp"

namespace {

using glassformer::bench::Options;

constexpr const char* kUsage =
    "usage: glassformer_bench [options]\n"
    "  --only GROUPS   tiny, small, kernels, limits, or several joined by commas (all but limits,\n"
    "                  which each of the others measures too)\n"
    "  --table NAME    the kernels to measure in group kernels (the fastest)\n"
    "  --seconds S     for each measurement (0.5)\n"
    "  --json FILE     also write one JSON object a line there; -: to the output instead of a "
    "table\n";

struct Arguments {
  Options options;
  std::string json;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

// nullopt for what is not an option or lacks its value.
std::optional<Arguments> parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view option = values[i];
    const std::string value = values[i + 1];
    if (option == "--only") {
      arguments.options.groups = split(value);
    } else if (option == "--table") {
      arguments.options.table = value;
    } else if (option == "--seconds") {
      arguments.options.seconds = std::strtod(value.c_str(), nullptr);
      if (!(arguments.options.seconds > 0)) return std::nullopt;
    } else if (option == "--json") {
      arguments.json = value;
    } else {
      return std::nullopt;
    }
  }
  if (count % 2 == 0) return std::nullopt;
  return arguments;
}

}  // namespace

int main(int count, char** values) {
  const auto arguments = parse(count, values);
  if (!arguments) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const auto results = glassformer::bench::run_bench(
      arguments->options,
      [](const std::string& group) { std::fprintf(stderr, "measured %s\n", group.c_str()); });
  const bool json_alone = arguments->json == "-";
  std::fputs((json_alone ? to_json_lines(results) : to_table(results)).c_str(), stdout);
  if (!results.error.empty()) std::fprintf(stderr, "error: %s\n", results.error.c_str());
  if (!arguments->json.empty() && !json_alone) {
    std::ofstream file(arguments->json);
    file << to_json_lines(results);
    if (!file.flush()) {
      std::fprintf(stderr, "error: cannot write %s\n", arguments->json.c_str());
      return 1;
    }
  }
  return results.error.empty() ? 0 : 1;
}
