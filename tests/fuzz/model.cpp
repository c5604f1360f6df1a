// A whole folder of any bytes: config.json, safetensors header, the data that repeats in it,
// vocab.txt, a text and a tokenizer.json, parted by bytes 0xFF. What opens runs a forward pass with
// every hook recorded and a generation, and is saved and opened again, in bounded time and, by the
// limit that libFuzzer is started with, bounded memory.
#include "glassformer/model.hpp"

#include <chrono>
#include <cstring>

#include "expect.hpp"
#include "glassformer/decoding.hpp"
#include "glassformer/safetensors.hpp"
#include "glassformer/tokenizer.hpp"
#include "tokens.hpp"

namespace glassformer::fuzz {
namespace {

// Larger models say nothing that small ones do not, and take the time of thousands of them.
constexpr std::size_t kMaxBytes = 1 << 16;
constexpr std::size_t kMaxTokens = 24;
constexpr std::chrono::seconds kMaxTime{10};

class Parts {
 public:
  explicit Parts(std::string_view all) : rest_(all) {}
  std::string_view next() {
    const std::size_t end = std::min(rest_.find('\xFF'), rest_.size());
    const std::string_view part = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return part;
  }

 private:
  std::string_view rest_;
};

// The file: the header with its right length, then as many bytes as it tells of, made of `data`
// over and over, so that inputs stay small.
std::string weights_file(std::string_view header, std::string_view data) {
  std::string file(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(file.data(), &length, file.size());
  file += header;
  const auto parsed = parse_safetensors_header(std::as_bytes(std::span(file)), std::nullopt);
  if (!parsed || parsed->data_size > kMaxBytes) return file;
  for (std::size_t i = 0; i < parsed->data_size; ++i)
    file += data.empty() ? '\0' : data[i % data.size()];
  return file;
}

// In pieces, because that is how files arrive.
Result<Model> load(const ModelConfig& config, std::span<const std::byte> bytes, WeightType type,
                   bool is_size_known) {
  constexpr std::size_t kPiece = 1000;
  ModelLoader loader(config, is_size_known ? std::optional(bytes.size()) : std::nullopt, type);
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    if (Status s = loader.append(bytes.subspan(at, std::min(kPiece, bytes.size() - at))); !s)
      return s.error();
  }
  return loader.finish();
}

// The text's ids as far as the model has them; id 0 where there are none.
TokenIds ids_of(const Tokenizer* tokenizer, std::string_view text, std::size_t vocabulary) {
  TokenIds ids;
  if (tokenizer != nullptr) {
    if (const auto tokens = tokenizer->encode(text)) {
      for (const Token& token : *tokens) {
        if (static_cast<std::size_t>(token.id) < vocabulary && ids.size() < kMaxTokens)
          ids.push_back(token.id);
      }
    }
  }
  if (ids.empty()) ids.push_back(0);
  return ids;
}

void check_forward(const Model& model, const TokenIds& ids, const TokenIds& source) {
  HookList hooks;
  hooks.record("*");
  const bool has_source = model.config().architecture == Architecture::kEncoderDecoder;
  const ForwardInput input{{ids},
                           has_source ? std::vector<TokenIds>{source} : std::vector<TokenIds>{}};
  const auto output = model.forward(input, {LogitsWanted::kIfHooked, &hooks});
  if (!output) return expect_sentence(output.error());
  for (const NamedTensor& recorded : hooks.take_recorded())
    expect(recorded.tensor.data.size() == element_count(recorded.tensor.shape),
           "a recorded tensor has the shape it tells");
}

void check_generation(const Model& model, const TokenIds& ids, const TokenIds& source) {
  auto session = model.start_session(ids, source);
  if (!session) return expect_sentence(session.error());
  GenerationConfig config;
  config.max_new_tokens = 4;
  config.num_beams = 2;
  const auto generation = Generation::create(**session, config, ids);
  if (!generation) return expect_sentence(generation.error());
  for (bool last = false; !last;) {
    const auto step = (*generation)->step();
    if (!step) return expect_sentence(step.error());
    last = step->last;
  }
}

// What is saved opens again, as what it was and as floats, with the same weights.
void check_saving(const Model& model) {
  const auto file = model.safetensors();
  if (!file) return expect_sentence(file.error());
  ModelConfig config = model.config();
  if (config.weight_scale.empty()) config.weight_scale = kWeightScale;
  for (const WeightType type : {WeightType::kFloat32, model.weight_type()}) {
    const auto again = load(config, *file, type, true);
    expect(again.ok(), "what was saved opens");
    for (const WeightInfo& info : model.weights())
      expect(again->weight(info.name)->data == model.weight(info.name)->data,
             "what was saved is the same");
  }
}

void check(std::string_view input) {
  Parts parts(input);
  const auto config = parse_config(parts.next());
  const std::string_view header = parts.next();
  const std::string file = weights_file(header, parts.next());
  TokenizerFiles files;
  files.vocab_txt = std::string(parts.next());
  const std::string_view text = parts.next();
  files.tokenizer_json = std::string(parts.next());
  if (!config) return expect_sentence(config.error());
  // Either dtype, and either kind of stream, by what is to be had.
  constexpr WeightType kTypes[] = {WeightType::kFloat32, WeightType::kInt8, WeightType::kFloat16};
  const WeightType type = kTypes[header.size() % 3];
  const bool is_size_known = header.size() % 3 == 0;
  const auto model = load(*config, std::as_bytes(std::span(file)), type, is_size_known);
  if (!model) return expect_sentence(model.error());
  const auto tokenizer = make_tokenizer(files);
  if (!tokenizer) return expect_sentence(tokenizer.error());

  const TokenIds ids = ids_of(tokenizer->get(), text, model->config().vocab_size);
  const TokenIds source = ids_of(tokenizer->get(), text, model->config().source_vocab_size);
  check_forward(*model, ids, source);
  if (model->config().architecture != Architecture::kEncoder) check_generation(*model, ids, source);
  check_saving(*model);
}

}  // namespace
}  // namespace glassformer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer::fuzz;
  const auto start = std::chrono::steady_clock::now();
  check(text_of(data, size));
  expect(std::chrono::steady_clock::now() - start < kMaxTime, "a small folder takes little time");
  return 0;
}
