#include "model_benches.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "glassformer/decoding.hpp"
#include "glassformer/model.hpp"
#include "memory.hpp"
#include "timing.hpp"

namespace glassformer::bench {
namespace {

// A shape of the size that fits a page, and GPT-2 small.
const Gpt2Size kSizes[] = {
    {.name = "tiny", .layers = 4, .d_model = 128, .heads = 4, .vocab_size = 4096, .context = 256},
    {.name = "small",
     .layers = 12,
     .d_model = 768,
     .heads = 12,
     .vocab_size = 50257,
     .context = 1024},
};

constexpr double kCacheBytes = 16e6;  // weights below this are read from a cache

TokenIds some_tokens(std::size_t n, std::size_t vocab_size) {
  TokenIds ids;
  for (std::size_t i = 0; i < n; ++i)
    ids.push_back(static_cast<TokenId>((i * 7919 + 11) % vocab_size));
  return ids;
}

// Parameters of the matrices inside the layers: read once, and used for one multiply-add, for every
// token.
double layer_parameters(const Gpt2Size& size) {
  return 12.0 * static_cast<double>(size.layers * size.d_model * size.d_model);
}
double head_parameters(const Gpt2Size& size) {
  return static_cast<double>(size.vocab_size * size.d_model);
}

// Reading n tokens, with logits for the last: products with the matrices, and q·k and the weighted
// values, where query i has i + 1 keys.
double prompt_operations(const Gpt2Size& size, double n) {
  const double attention = 2.0 * static_cast<double>(size.layers * size.d_model) * n * (n + 1) / 2;
  return 2.0 * (layer_parameters(size) * n + head_parameters(size) + attention);
}

class ModelBench {
 public:
  ModelBench(const Gpt2Size& size, double seconds) : size_(size), seconds_(seconds) {}

  Status load() {
    const SyntheticFile file(size_);
    double seconds = 0;
    ModelLoader loader(config_of(size_), file.size());
    Status status = ok_status();
    file.send([&](std::span<const std::byte> piece) {
      const double start = now();
      status = loader.append(piece);
      seconds += now() - start;
      return status.ok();
    });
    if (!status) return status;
    const double start = now();
    auto model = loader.finish();
    seconds += now() - start;
    if (!model) return model.error();
    model_.emplace(std::move(model).value());
    add("load", seconds * 1e3, "ms");
    return ok_status();
  }

  Status prompt(std::size_t tokens) {
    const auto time = forward_seconds(tokens, nullptr);
    if (!time) return time.error();
    const double n = static_cast<double>(tokens);
    add("prompt of " + std::to_string(tokens), n / *time, "tok/s", Bound::kArithmetic,
        prompt_operations(size_, n) / *time / 1e9);
    return ok_status();
  }

  Status decode() {
    constexpr std::size_t kPrompt = 16, kSteps = 64;
    std::vector<double> samples;
    for (const double end = now() + 4 * seconds_; samples.size() < 3 || now() < end;) {
      auto session = model_->start_session(some_tokens(kPrompt, size_.vocab_size));
      if (!session) return session.error();
      auto time = greedy_seconds(**session, kSteps);
      if (!time) return time.error();
      samples.push_back(*time);
    }
    const double rate = static_cast<double>(kSteps) / median(std::move(samples));
    const double bytes = 4.0 * (layer_parameters(size_) + head_parameters(size_));
    add("decode", rate, "tok/s", bytes < kCacheBytes ? Bound::kCache : Bound::kMemory,
        rate * bytes / 1e9);
    return ok_status();
  }

  Status look_inside() {
    constexpr std::size_t kTokens = 32;
    const auto plain = forward_seconds(kTokens, nullptr);
    if (!plain) return plain.error();
    add("forward of 32", *plain * 1e3, "ms");

    Status status = ok_status();
    const double patterns = median_seconds(seconds_, [&] {
      HookList hooks;
      hooks.record("blocks.*.attn.pattern");
      if (auto time = forward(kTokens, &hooks); !time) status = time;
    });
    add("forward of 32, all patterns captured", patterns * 1e3, "ms");

    HookList nothing;
    const auto idle = forward_seconds(kTokens, &nothing);
    if (!idle) return idle.error();
    add("forward of 32, hooks that want nothing", *idle * 1e3, "ms");
    return status;
  }

  std::vector<Measurement> take() {
    add("peak memory", peak_memory_mib(), "MiB");
    return std::move(results_);
  }

 private:
  void add(std::string name, double value, std::string unit, Bound bound = Bound::kNone,
           double rate = 0) {
    results_.push_back({size_.name, std::move(name), value, std::move(unit), bound, rate});
  }

  Status forward(std::size_t tokens, Hooks* hooks) const {
    const ForwardInput input{.tokens = {some_tokens(tokens, size_.vocab_size)}, .source = {}};
    auto output = model_->forward(input, {.logits = LogitsWanted::kLast, .hooks = hooks});
    return output ? ok_status() : Status(output.error());
  }

  Result<double> forward_seconds(std::size_t tokens, Hooks* hooks) const {
    Status status = ok_status();
    const double seconds = median_seconds(seconds_, [&] {
      if (Status done = forward(tokens, hooks); !done) status = std::move(done);
    });
    if (!status) return status.error();
    return seconds;
  }

  // Seconds of `steps` greedy steps after the prompt.
  Result<double> greedy_seconds(NextTokenModel& session, std::size_t steps) const {
    std::vector<float> logits(session.vocab_size());
    if (Status status = session.start(logits); !status) return status.error();
    const double start = now();
    for (std::size_t i = 0; i < steps; ++i) {
      const std::int32_t parent = 0;
      const auto token =
          static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
      if (Status status = session.advance({&parent, 1}, {&token, 1}, logits); !status)
        return status.error();
    }
    return now() - start;
  }

  const Gpt2Size& size_;
  double seconds_;
  std::optional<Model> model_;
  std::vector<Measurement> results_;
};

}  // namespace

const Gpt2Size* find_gpt2_size(const std::string& name) {
  const auto found = std::find_if(std::begin(kSizes), std::end(kSizes),
                                  [&](const Gpt2Size& size) { return size.name == name; });
  return found == std::end(kSizes) ? nullptr : &*found;
}

Result<std::vector<Measurement>> bench_model(const Gpt2Size& size, double seconds) {
  reset_peak_memory();
  ModelBench bench(size, seconds);
  if (Status status = bench.load(); !status) return status.error();
  for (const std::size_t tokens : {64U, 128U}) {
    if (Status status = bench.prompt(tokens); !status) return status.error();
  }
  if (Status status = bench.decode(); !status) return status.error();
  if (Status status = bench.look_inside(); !status) return status.error();
  return bench.take();
}

}  // namespace glassformer::bench
