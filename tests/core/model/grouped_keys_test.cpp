// Heads of queries that share a head of keys and values: the bits of a model whose heads have
// copies of them.
#include "checkpoint.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "messages.hpp"

namespace glassformer {
namespace {

using namespace test;

constexpr std::size_t kDepth = 2, kStreamWidth = 12, kQueryHeads = 6, kKeyHeads = 2,
                      kTokenCount = 17, kLongestText = 9;
constexpr std::size_t kHeadWidth = kStreamWidth / kQueryHeads, kKeyWidth = kKeyHeads * kHeadWidth;

// `full` (rows, 3 D) with the first `kKeyHeads` heads of keys and values only.
Tensor without_copies(const Tensor& full, std::size_t rows) {
  Tensor part(full.shape.size() == 1 ? Shape{kStreamWidth + 2 * kKeyWidth}
                                     : Shape{rows, kStreamWidth + 2 * kKeyWidth});
  for (std::size_t r = 0; r < rows; ++r) {
    const float* from = full.data.data() + r * 3 * kStreamWidth;
    float* to = part.data.data() + r * (kStreamWidth + 2 * kKeyWidth);
    std::copy_n(from, kStreamWidth, to);
    std::copy_n(from + kStreamWidth, kKeyWidth, to + kStreamWidth);
    std::copy_n(from + 2 * kStreamWidth, kKeyWidth, to + kStreamWidth + kKeyWidth);
  }
  return part;
}

// `full` with each of the first `kKeyHeads` heads of keys and values given to all heads of its
// group.
void repeat_heads(Tensor& full, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (const std::size_t part : {kStreamWidth, 2 * kStreamWidth}) {
      float* heads = full.data.data() + r * 3 * kStreamWidth + part;
      for (std::size_t h = kQueryHeads; h-- > 0;)
        std::copy_n(heads + h / (kQueryHeads / kKeyHeads) * kHeadWidth, kHeadWidth,
                    heads + h * kHeadWidth);
    }
  }
}

struct RepeatedAndGrouped {
  Model repeated, grouped;
};

RepeatedAndGrouped both_models() {
  NamedTensors full = random_gpt2(kDepth, kStreamWidth, kTokenCount, kLongestText), narrow;
  for (auto& [name, tensor] : full) {
    const bool qkv = name.find("c_attn") != std::string::npos;
    const std::size_t rows = tensor.shape.size() == 1 ? 1 : kStreamWidth;
    narrow.push_back({name, qkv ? without_copies(tensor, rows) : tensor});
    if (qkv) repeat_heads(tensor, rows);
  }
  ModelConfig config =
      must(parse_config(gpt2_config(kDepth, kQueryHeads, kStreamWidth, kTokenCount, kLongestText)));
  const std::string wide_file = safetensors(full), narrow_file = safetensors(narrow);
  Model wide = must(Model::load(config, bytes_of(wide_file)));
  config.num_key_value_heads = kKeyHeads;
  return {std::move(wide), must(Model::load(config, bytes_of(narrow_file)))};
}

TEST_CASE("grouped heads give the bits of repeated ones, whole and cached", "[model][session]") {
  const RepeatedAndGrouped pair = both_models();
  const TokenIds text{3, 1, 4, 1, 5};
  HookList hooks;
  hooks.record("blocks.1.attn.*");
  const auto wide = must(pair.repeated.forward({{text, {9, 2}}, {}}));
  const auto narrow =
      must(pair.grouped.forward({{text, {9, 2}}, {}}, {LogitsWanted::kAll, &hooks}));
  CHECK(narrow.logits.data == wide.logits.data);
  for (const NamedTensor& seen : hooks.take_recorded()) {
    const bool shared = seen.name.ends_with(".k") || seen.name.ends_with(".v");
    CHECK(seen.tensor.shape[1] == (shared ? kKeyHeads : kQueryHeads));
  }

  auto session = must(pair.grouped.start_session(text));
  std::vector<float> logits(kTokenCount);
  must(session->start(logits));
  must(session->advance(std::vector<std::int32_t>{0}, std::vector<TokenId>{9}, logits));
  CHECK(logits ==
        must(pair.repeated.forward({{{3, 1, 4, 1, 5, 9}}, {}}, {LogitsWanted::kLast, nullptr}))
            .logits.data);
}

TEST_CASE("grouped heads take less memory", "[model][session]") {
  const RepeatedAndGrouped pair = both_models();
  CHECK(pair.grouped.parameter_count() ==
        pair.repeated.parameter_count() -
            kDepth * (kStreamWidth + 1) * 2 * (kStreamWidth - kKeyWidth));
}

TEST_CASE("grouped heads' weights in another width are refused with both shapes", "[model]") {
  ModelConfig config =
      must(parse_config(gpt2_config(kDepth, kQueryHeads, kStreamWidth, kTokenCount, kLongestText)));
  config.num_key_value_heads = kKeyHeads;
  const std::string file =
      safetensors(random_gpt2(kDepth, kStreamWidth, kTokenCount, kLongestText));
  CHECK(message_of(Model::load(config, bytes_of(file))) ==
        "the weights (naming scheme: GPT-2) hold 'h.0.attn.c_attn.weight' [12, 36], but the config "
        "asks for [12, 20]");
}

}  // namespace
}  // namespace glassformer
