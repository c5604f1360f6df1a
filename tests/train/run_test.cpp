// glassformer-train's runs, on texts so small that they take no time.
#include "run.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <chrono>
#include <optional>
#include <sstream>
#include <thread>

#include "files.hpp"
#include "folder.hpp"
#include "glassformer/model.hpp"
#include "glassformer/tokenizer.hpp"
#include "messages.hpp"

namespace glassformer::tools {
namespace {

using test::message_of;
using test::TemporaryFolder;

constexpr const char* kRecipe = R"({
  "config": {"model_type": "gpt2", "n_layer": 1, "n_head": 2, "n_embd": 16, "n_positions": 12},
  "vocabulary": {"kind": "characters"},
  "training": {"steps": STEPS, "evaluate_every": 10, "tokens_per_batch": 64,
               "lr": 0.01, "warmup_steps": 5, "residual_dropout": 0.1, "seed": 1},
  "dtype": "F16"})";

std::string recipe_of(std::size_t steps) {
  std::string text = kRecipe;
  return text.replace(text.find("STEPS"), 5, std::to_string(steps));
}

// A folder with texts in it, and a run over them.
struct Workshop {
  TemporaryFolder folder;
  RunOptions options;

  explicit Workshop(std::size_t steps = 60) {
    write("recipe.json", recipe_of(steps));
    std::string text;
    for (int i = 0; i < 20; ++i) text += "the cat sat\n<|endoftext|>\na dog ran\n<|endoftext|>\n";
    write("train.txt", text);
    write("valid.txt", "the cat sat\n<|endoftext|>\n");
    options.recipe = folder / "recipe.json";
    options.train = {folder / "train.txt"};
    options.valid = folder / "valid.txt";
    options.out = folder / "out";
    options.threads = 2;
  }
  void write(const std::string& name, std::string_view text) const {
    REQUIRE(write_file(folder / name, text).ok());
  }
  std::string read(const std::string& name) const {
    auto text = read_file(folder / "out" / name);
    if (!text) FAIL(text.error().message);
    return *text;
  }
  std::string run(bool stopped = false) const {
    const std::atomic<bool> stop = stopped;
    std::ostringstream log;
    if (Status status = run_training(options, stop, log); !status) FAIL(status.error().message);
    return log.str();
  }
  std::string refused() const {
    const std::atomic<bool> stop = false;
    std::ostringstream log;
    return message_of(run_training(options, stop, log));
  }
};

// Stops when this word has been written so often.
class StopAfter : public std::stringbuf {
 public:
  StopAfter(std::atomic<bool>& stop, std::string word, int times)
      : stop_(stop), word_(std::move(word)), times_(times) {}
  int sync() override {
    int count = 0;
    const std::string text = str();
    for (std::size_t at = text.find(word_); at != std::string::npos; at = text.find(word_, at + 1))
      ++count;
    if (count >= times_) stop_ = true;
    return 0;
  }

 private:
  std::atomic<bool>& stop_;
  std::string word_;
  int times_;
};

}  // namespace

TEST_CASE("a run leaves a folder that opens as a model and has learned", "[train]") {
  const Workshop shop;
  const std::string log = shop.run();
  CHECK_THAT(log, Catch::Matchers::ContainsSubstring("tokens/s"));
  CHECK_THAT(log, Catch::Matchers::ContainsSubstring("held out after step 60: loss"));

  auto made = make_tokenizer({.vocab_json = shop.read("vocab.json")});
  REQUIRE(made.ok());
  const auto tokenizer = std::move(made).value();
  const auto config = parse_config(shop.read("config.json"));
  REQUIRE(config.ok());
  CHECK(config->vocab_size == tokenizer->vocab_size());
  const std::string weights = shop.read("model.safetensors");
  const auto file = SafetensorsFile::open(std::as_bytes(std::span(weights)));
  CHECK(file->header().find("wte.weight")->dtype == DType::kF16);
  const auto model = Model::load(*config, std::as_bytes(std::span(weights)));
  REQUIRE(model.ok());
  TokenIds ids;
  const auto tokens = tokenizer->encode("the ca");
  REQUIRE(tokens.ok());
  for (const Token& t : *tokens) ids.push_back(t.id);
  const auto output = model->forward({{ids}, {}});
  REQUIRE(output.ok());
  const auto& logits = output->logits;
  const auto best = std::max_element(
      logits.data.end() - static_cast<std::ptrdiff_t>(config->vocab_size), logits.data.end());
  const auto id =
      static_cast<TokenId>(config->vocab_size) - static_cast<TokenId>(logits.data.end() - best);
  CHECK(tokenizer->shown(id) == "t");
}

TEST_CASE("a run writes weights of 8 bits, if the recipe says so", "[train]") {
  const Workshop shop(20);
  std::string recipe = recipe_of(20);
  recipe.replace(recipe.find("\"F16\""), 5, "\"I8\"");
  shop.write("recipe.json", recipe);
  shop.run();
  const auto config = parse_config(shop.read("config.json"));
  REQUIRE(config.ok());
  CHECK(config->weight_scale == "_scale");
  const std::string weights = shop.read("model.safetensors");
  const auto file = SafetensorsFile::open(std::as_bytes(std::span(weights)));
  REQUIRE(file.ok());
  CHECK(file->header().find("wte.weight")->dtype == DType::kI8);
  CHECK(file->contains("wte.weight_scale"));
  CHECK(Model::load(*config, std::as_bytes(std::span(weights))).ok());
}

TEST_CASE("a run that was stopped goes on as if it had not been", "[train]") {
  const Workshop straight, parted;
  straight.run();
  std::atomic<bool> stop = false;
  StopAfter buffer(stop, "held out", 2);
  std::ostream log(&buffer);
  REQUIRE(run_training(parted.options, stop, log).ok());
  CHECK_THAT(buffer.str(), Catch::Matchers::ContainsSubstring("stopped after step 20"));
  CHECK_THAT(parted.run(), Catch::Matchers::ContainsSubstring("going on after step 20"));
  CHECK(parted.read("model.safetensors") == straight.read("model.safetensors"));
  CHECK(parted.read("checkpoint.safetensors") == straight.read("checkpoint.safetensors"));
  // All but the seconds.
  const auto losses = [](std::string text) {
    std::istringstream lines(text);
    std::string all;
    for (std::string line; std::getline(lines, line);)
      all += line.substr(0, line.rfind('\t')) + "\n";
    return all;
  };
  CHECK(losses(parted.read("log.tsv")) == losses(straight.read("log.tsv")));
}

TEST_CASE("a run's plan can be shortened and lengthened", "[train]") {
  const auto rows_of = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  Workshop shop(40);
  shop.options.steps = 20;
  shop.run();
  CHECK(rows_of(shop.read("log.tsv")) == 1 + 2);
  shop.options.steps = 60;
  CHECK_THAT(shop.run(), Catch::Matchers::ContainsSubstring("going on after step 20"));
  const std::string lengthened = shop.read("checkpoint.safetensors");
  CHECK(rows_of(shop.read("log.tsv")) == 1 + 6);
  const Workshop whole(60);
  whole.run();
  CHECK(lengthened == whole.read("checkpoint.safetensors"));
}

TEST_CASE("a run stopped before its first step has a checkpoint to go on from", "[train]") {
  const Workshop shop(10);
  CHECK_THAT(shop.run(true), Catch::Matchers::ContainsSubstring("stopped after step 0"));
  CHECK_THAT(shop.run(), Catch::Matchers::ContainsSubstring("going on after step 0\n"));
  CHECK_THAT(shop.run(), Catch::Matchers::ContainsSubstring("going on after step 10"));
}

namespace {

// When the file was last written; null as long as it is not there.
std::optional<std::filesystem::file_time_type> written(const std::filesystem::path& path) {
  std::error_code missing;
  const auto time = std::filesystem::last_write_time(path, missing);
  return missing ? std::nullopt : std::optional(time);
}

}  // namespace

TEST_CASE("a kill at any moment leaves a checkpoint to go on from", "[train]") {
  const Workshop shop(1000000);
  const auto checkpoint = shop.folder / "out" / "checkpoint.safetensors";
  constexpr int kAttempts = 6;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto before = written(checkpoint);
    const pid_t child = ::fork();
    if (child == 0) {
      const std::atomic<bool> stop = false;
      std::ostringstream log;
      std::ignore = run_training(shop.options, stop, log);
      ::_exit(0);
    }
    // Each has written a checkpoint of its own, and is somewhere between that one and the next.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    bool runs = true;
    while (runs && written(checkpoint) == before && std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      runs = ::waitpid(child, nullptr, WNOHANG) == 0;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(700 * attempt));
    if (runs) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
    REQUIRE(runs);
    REQUIRE(written(checkpoint) != before);
  }
  // What is there is whole: a run that is stopped at once reads all of it.
  const std::string log = shop.run(true);
  const std::string said = "going on after step ";
  REQUIRE_THAT(log, Catch::Matchers::ContainsSubstring(said));
  // A checkpoint comes every ten steps.
  CHECK(std::stoi(log.substr(log.find(said) + said.size())) >= 10 * kAttempts);
  const std::string weights = shop.read("model.safetensors");
  CHECK(SafetensorsFile::open(std::as_bytes(std::span(weights))).ok());
}

TEST_CASE("a checkpoint of another run is refused, and stays", "[train]") {
  Workshop shop(20);
  shop.run();
  const std::string checkpoint = shop.read("checkpoint.safetensors");
  std::string recipe = recipe_of(20);
  shop.write("recipe.json", recipe.replace(recipe.find("\"n_embd\": 16"), 12, "\"n_embd\": 32"));
  CHECK_THAT(shop.refused(), Catch::Matchers::ContainsSubstring("is of another run: config.json"));
  CHECK(shop.read("checkpoint.safetensors") == checkpoint);
  shop.options.restart = true;
  shop.run();
  CHECK(shop.read("checkpoint.safetensors") != checkpoint);

  shop.options.restart = false;
  REQUIRE(write_file(shop.options.out / "checkpoint.safetensors", "nonsense").ok());
  CHECK_THAT(shop.refused(), Catch::Matchers::ContainsSubstring("checkpoint.safetensors: "));
}

TEST_CASE("a run that begins anew leaves nothing of the one before", "[train]") {
  Workshop shop(20);
  shop.run();
  shop.options.restart = true;
  CHECK_THAT(shop.run(true), Catch::Matchers::EndsWith("stopped after step 0; the same command "
                                                       "without --restart goes on from here\n"));
  CHECK_FALSE(std::filesystem::exists(shop.options.out / "log.tsv"));
  CHECK_FALSE(std::filesystem::exists(shop.options.out / "model.safetensors"));
  shop.options.restart = false;
  CHECK_THAT(shop.run(true), Catch::Matchers::ContainsSubstring("going on after step 0\n"));
}

TEST_CASE("texts that cannot be learned from are refused", "[train]") {
  Workshop shop;
  shop.write("train.txt", "");
  CHECK_THAT(shop.refused(), Catch::Matchers::EndsWith("train.txt holds no text"));
  shop.write("train.txt", "cat");
  CHECK(shop.refused() ==
        "the documents hold 4 tokens to learn from, fewer than one context of 12");
  shop.write("train.txt", "a\xE4");
  CHECK_THAT(shop.refused(), Catch::Matchers::ContainsSubstring("train.txt: "));
  shop.options.train = {shop.folder / "none.txt"};
  CHECK_THAT(shop.refused(),
             Catch::Matchers::EndsWith("cannot be read: No such file or directory"));
  shop.write("pairs.tsv", "a\tb\n");
  shop.options.train = {shop.folder / "pairs.tsv"};
  CHECK(shop.refused() == "the texts are pairs, but the recipe has no source_vocabulary");
  CHECK_FALSE(std::filesystem::exists(shop.options.out));
}

TEST_CASE("a translator is trained on pairs", "[train]") {
  Workshop shop;
  shop.write("recipe.json", R"({
    "config": {"model_type": "transformer", "d_model": 16, "num_heads": 2, "encoder_layers": 1,
               "decoder_layers": 1, "d_ff": 32, "norm": "post", "final_norm": false},
    "vocabulary": {"kind": "characters"},
    "source_vocabulary": {"kind": "byte_bpe", "size": 270},
    "training": {"steps": 20, "tokens_per_batch": 64, "lr": 0.01, "max_length": 20}})");
  std::string pairs;
  for (int i = 0; i < 10; ++i) pairs += "one cat\t一只猫\ntwo dogs\t两只狗\n";
  shop.write("train.tsv", pairs);
  shop.write("valid.tsv", "two cats\t两只猫\n");
  shop.options.train = {shop.folder / "train.tsv"};
  shop.options.valid = shop.folder / "valid.tsv";
  shop.run();
  const auto config = parse_config(shop.read("config.json"));
  REQUIRE(config.ok());
  CHECK(config->architecture == Architecture::kEncoderDecoder);
  CHECK(config->decoder_start_token_id.has_value());
  CHECK(config->eos_token_ids.size() == 1);
  const std::string weights = shop.read("model.safetensors");
  CHECK(Model::load(*config, std::as_bytes(std::span(weights))).ok());
  CHECK(make_tokenizer({.tokenizer_json = shop.read("source_tokenizer.json")}).ok());
}

}  // namespace glassformer::tools
