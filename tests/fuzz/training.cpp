// A config.json and the options of a trainer of any bytes: what is accepted can take steps, be
// saved, and resumed.
#include "glassformer/training.hpp"

#include <cstring>

#include "expect.hpp"
#include "glassformer/config.hpp"

namespace glassformer::fuzz {
namespace {

constexpr std::size_t kMaxWork = 200'000;  // parameters times tokens that keep a run short
// Loading asks for 4 MiB of room before each weight: AddressSanitizer takes milliseconds for that.
constexpr std::size_t kMaxLayers = 16;

// The bytes of an input, one value after the other; zeros behind the last.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  // Any bits, or a number that options have: half of them each.
  double number() {
    const std::uint8_t kind = byte();
    if (kind % 2 == 0) return kind / 2 / 100.0;
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  std::size_t count() {
    const std::uint8_t kind = byte();
    return kind % 8 == 7 ? static_cast<std::size_t>(-1) >> kind / 8 : kind / 8;
  }
  std::string_view rest() const { return text_of(data_, size_); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

TrainingOptions options_of(Bytes& bytes) {
  TrainingOptions options;
  TrainingOptions::for_each_option([&](const char*, auto member, const OptionRange&) {
    auto& value = options.*member;
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, double>) {
      value = bytes.number();
    } else if constexpr (std::is_same_v<Value, std::array<double, 2>>) {
      value = {bytes.number(), bytes.number()};
    } else if constexpr (std::is_same_v<Value, bool>) {
      value = bytes.byte() % 2 == 1;
    } else if constexpr (std::is_same_v<Value, Schedule>) {
      value = static_cast<Schedule>(bytes.byte() % kScheduleNames.size());
    } else {
      value = bytes.count();
    }
  });
  return options;
}

void check(Bytes bytes) {
  const TrainingOptions options = options_of(bytes);
  const TokenId token = bytes.byte();
  const std::size_t length = 1 + bytes.byte() % 8;
  const auto config = parse_config(bytes.rest());
  if (!config) return expect_sentence(config.error());
  const std::size_t widest = std::max(config->d_model, config->d_ff);
  const std::size_t layers = config->encoder_layers + config->decoder_layers;
  const std::size_t words = std::max(config->vocab_size, config->source_vocab_size);
  for (const std::size_t size : {widest, layers, words, config->max_positions})
    if (size > kMaxWork) return;
  if (layers > kMaxLayers) return;
  if ((words + config->max_positions + layers * widest * 8) * widest > kMaxWork) return;

  auto trainer = Trainer::create(*config, options);
  if (!trainer) return expect_sentence(trainer.error());
  const TokenIds ids(length, token);
  const bool has_source = config->architecture == Architecture::kEncoderDecoder;
  const TrainingExample examples[] = {next_token_example(ids, has_source ? ids : TokenIds{})};
  for (int i = 0; i < 2; ++i) {
    const std::size_t before = trainer->steps();
    const auto step = trainer->step(examples);
    if (!step) {
      expect_sentence(step.error());
      expect(trainer->steps() == before, "a refused step changes nothing");
      break;
    }
    expect(step->loss == step->loss && step->lr >= 0, "a step tells numbers");
  }
  const auto checkpoint = trainer->checkpoint();
  auto again = Trainer::create(*config, options);
  expect(again.ok(), "what was made once is made again");
  if (const Status status = again->resume(checkpoint); !status) {
    expect_sentence(status.error());
  } else {
    expect(again->weights(DType::kF32) == trainer->weights(DType::kF32),
           "what was resumed is the same");
  }
  if (const auto model = trainer->model(); !model) expect_sentence(model.error());
}

}  // namespace
}  // namespace glassformer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  glassformer::fuzz::check({data, size});
  return 0;
}
