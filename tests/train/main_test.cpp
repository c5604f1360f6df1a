// The program itself, from outside.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch_amalgamated.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "files.hpp"
#include "folder.hpp"
#include "places.hpp"

namespace glassformer::tools {
namespace {

using test::TemporaryFolder;

// glassformer-train with these arguments, its output in a file.
class Program {
 public:
  Program(std::vector<std::string> arguments, const std::filesystem::path& output) {
    arguments.insert(arguments.begin(), GLASSFORMER_TRAIN_PROGRAM);
    std::vector<char*> values;
    for (std::string& argument : arguments) values.push_back(argument.data());
    values.push_back(nullptr);
    output_ = output;
    child_ = ::fork();
    if (child_ != 0) return;
    const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(file, 1);
    ::dup2(file, 2);
    ::execv(values[0], values.data());
    ::_exit(127);
  }
  void interrupt() const { ::kill(child_, SIGINT); }
  int status() const {
    int status = 0;
    ::waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string output() const { return *read_file(output_); }

 private:
  std::filesystem::path output_;
  pid_t child_ = 0;
};

}  // namespace

TEST_CASE("glassformer-train says how it is used, and what is wrong", "[train]") {
  const TemporaryFolder folder;
  const auto says = [&](std::vector<std::string> arguments, int status, const std::string& text) {
    const Program program(std::move(arguments), folder / "output");
    CHECK(program.status() == status);
    CHECK_THAT(program.output(), Catch::Matchers::ContainsSubstring(text));
  };
  says({"--help"}, 0, "glassformer-train RECIPE");
  says({}, 1, "a recipe, --train, --valid and --out are needed");
  says({"--depth", "3"}, 1, "unknown option --depth");
  says({"r", "--out"}, 1, "--out needs a value");
  says({"r", "--threads", "none"}, 1, "--threads is 'none', expected 1 to 256");
  says({"r", "--steps", "0"}, 1, "--steps is '0', expected 1 to 1000000000");
  says({"a", "b"}, 1, "two recipes: b");
  says({(folder / "r").string(), "--train", "t", "--valid", "v", "--out", "o"}, 1,
       "cannot be read: No such file or directory");
}

TEST_CASE("Ctrl-C ends a run cleanly, with a checkpoint", "[train]") {
  const TemporaryFolder folder;
  REQUIRE(write_file(folder / "recipe.json", R"({
    "config": {"model_type": "gpt2", "n_layer": 1, "n_head": 1, "n_embd": 8, "n_positions": 8},
    "vocabulary": {"kind": "characters"},
    "training": {"steps": 100000000, "tokens_per_batch": 16, "lr": 0.001}})")
              .ok());
  REQUIRE(write_file(folder / "text", "a rose is a rose is a rose").ok());
  const std::string text = (folder / "text").string();
  const Program program({(folder / "recipe.json").string(), "--train", text, "--valid", text,
                         "--out", (folder / "out").string(), "--threads", "2"},
                        folder / "output");
  // Once it trains, config.json is there.
  for (int i = 0; i < 2000 && !std::filesystem::exists(folder / "out" / "config.json"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  program.interrupt();
  CHECK(program.status() == 0);
  CHECK_THAT(program.output(), Catch::Matchers::ContainsSubstring("stopped after step "));
  CHECK(std::filesystem::exists(folder / "out" / "checkpoint.safetensors"));
}

}  // namespace glassformer::tools
