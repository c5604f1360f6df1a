// glassformer-train: a recipe and texts in, a model's folder out.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "run.hpp"

namespace {

constexpr std::string_view kUsage =
    "glassformer-train RECIPE --train FILE [--train FILE …] --valid FILE --out FOLDER\n"
    "                  [--steps N] [--threads N] [--restart]\n"
    "Texts: .tsv with a source and its translation a line, or documents parted by lines\n"
    "<|endoftext|>. Ctrl-C stops after the present step; the same command goes on from there.\n"
    "--steps shortens or lengthens the recipe's plan, also that of a run that has begun.\n";

std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void stop_training(int signal) {
  stop = true;
  std::signal(signal, SIG_DFL);  // a second Ctrl-C does not wait
}

int fail(const std::string& message) {
  std::cerr << "glassformer-train: " << message << "\n";
  return EXIT_FAILURE;
}

}  // namespace

int main(int count, char** values) {
  glassformer::tools::RunOptions options;
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = values[i];
    if (argument == "--help") {
      std::cout << kUsage;
      return EXIT_SUCCESS;
    }
    if (argument == "--restart") {
      options.restart = true;
      continue;
    }
    if (!argument.starts_with("--")) {
      if (!options.recipe.empty()) return fail("two recipes: " + std::string(argument));
      options.recipe = argument;
      continue;
    }
    if (i + 1 == count) return fail(std::string(argument) + " needs a value");
    const std::string value = values[++i];
    if (argument == "--train") {
      options.train.emplace_back(value);
    } else if (argument == "--valid") {
      options.valid = value;
    } else if (argument == "--out") {
      options.out = value;
    } else if (argument == "--threads" || argument == "--steps") {
      const unsigned long most = argument == "--threads" ? 256 : 1'000'000'000;
      char* end = nullptr;
      const unsigned long number = std::strtoul(value.c_str(), &end, 10);
      if (*end != '\0' || number == 0 || number > most)
        return fail(std::string(argument) + " is '" + value + "', expected 1 to " +
                    std::to_string(most));
      (argument == "--threads" ? options.threads : options.steps) = number;
    } else {
      return fail("unknown option " + std::string(argument) + "\n" + std::string(kUsage));
    }
  }
  if (options.recipe.empty() || options.train.empty() || options.valid.empty() ||
      options.out.empty())
    return fail("a recipe, --train, --valid and --out are needed\n" + std::string(kUsage));

  std::signal(SIGINT, stop_training);
  std::signal(SIGTERM, stop_training);
  const auto status = glassformer::tools::run_training(options, stop, std::cout);
  return status ? EXIT_SUCCESS : fail(status.error().message);
}
