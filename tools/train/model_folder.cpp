#include "model_folder.hpp"

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "glassformer/vocabulary_learning.hpp"

namespace glassformer::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kEndOfText = "<|endoftext|>";
constexpr std::string_view kPadding = "<pad>";
constexpr std::string_view kBegin = "<s>";
constexpr std::string_view kEnd = "</s>";
constexpr std::string_view kUnknown = "<unk>";

struct Learned {
  std::unique_ptr<Tokenizer> tokenizer;
  NamedFile file;
};

// `prefix` tells a source's file from the target's.
Result<Learned> learn(const VocabularyRecipe& recipe, std::span<const std::string_view> texts,
                      std::vector<std::string_view> special, const std::string& prefix) {
  Result<TokenizerFiles> files = TokenizerFiles{};
  if (recipe.kind == VocabularyRecipe::Kind::kByteBpe) {
    files = learn_byte_bpe(texts, recipe.size, special);
  } else {
    special.push_back(kUnknown);
    files = learn_characters(texts, {.min_count = recipe.min_count}, special);
  }
  if (!files) return files.error();
  Result<std::unique_ptr<Tokenizer>> tokenizer = make_tokenizer(*files);
  if (!tokenizer) return tokenizer.error();
  Learned learned{std::move(tokenizer).value(), {}};
  learned.file = files->tokenizer_json.empty()
                     ? NamedFile{prefix + "vocab.json", std::move(files->vocab_json)}
                     : NamedFile{prefix + "tokenizer.json", std::move(files->tokenizer_json)};
  return learned;
}

TokenId id_of(const Tokenizer& tokenizer, std::string_view token) {
  return tokenizer.id_of(token).value_or(0);  // it was asked for when the vocabulary was learned
}

Result<TokenIds> encode(const Tokenizer& tokenizer, std::string_view text) {
  auto tokens = tokenizer.encode(text);
  if (!tokens) return tokens.error();
  TokenIds ids;
  ids.reserve(tokens->size());
  for (const Token& token : *tokens) ids.push_back(token.id);
  return ids;
}

}  // namespace

Result<PreparedModel> prepare_model(const Recipe& recipe,
                                    const std::vector<CorpusDocument>& documents) {
  std::vector<std::string_view> texts, sources;
  for (const CorpusDocument& d : documents) {
    texts.push_back(d.text);
    if (!d.source.empty()) sources.push_back(d.source);
  }
  const bool translates = recipe.source_vocabulary.has_value();
  if (translates != !sources.empty())
    return invalid_file(translates
                            ? "the recipe has a source_vocabulary, but the texts are no "
                              "pairs (.tsv)"
                            : "the texts are pairs, but the recipe has no source_vocabulary");

  PreparedModel model;
  Json config = Json::parse(recipe.config);
  Json listed = Json::array();
  const auto keep = [&](Learned learned, std::unique_ptr<Tokenizer>& tokenizer) {
    tokenizer = std::move(learned.tokenizer);
    listed.push_back(learned.file.name);
    model.files.push_back(std::move(learned.file));
  };
  if (translates) {
    auto target = learn(recipe.vocabulary, texts, {kPadding, kBegin, kEnd}, "");
    if (!target) return target.error();
    keep(std::move(target).value(), model.tokenizer);
    auto source = learn(*recipe.source_vocabulary, sources, {kPadding}, "source_");
    if (!source) return source.error();
    keep(std::move(source).value(), model.source_tokenizer);
    model.begin = id_of(*model.tokenizer, kBegin);
    model.end = id_of(*model.tokenizer, kEnd);
    config["source_vocab_size"] = model.source_tokenizer->vocab_size();
    config["pad_token_id"] = id_of(*model.tokenizer, kPadding);
    config["decoder_start_token_id"] = model.begin;
  } else {
    auto learned = learn(recipe.vocabulary, texts, {kEndOfText}, "");
    if (!learned) return learned.error();
    keep(std::move(learned).value(), model.tokenizer);
    model.begin = model.end = id_of(*model.tokenizer, kEndOfText);
  }
  config["vocab_size"] = model.tokenizer->vocab_size();
  config["bos_token_id"] = model.begin;
  config["eos_token_id"] = model.end;
  config["tokenizer_files"] = std::move(listed);
  if (recipe.dtype == DType::kI8)
    config["quantization_config"] = {{"quant_method", "int8"}, {"weight_scale", kWeightScale}};
  std::string text = config.dump(1) + "\n";
  Result<ModelConfig> parsed = parse_config(text);
  if (!parsed) return invalid_file("the recipe's config: " + parsed.error().message);
  model.config = std::move(parsed).value();
  model.files.push_back({"config.json", std::move(text)});
  return model;
}

Result<std::vector<TrainingDocument>> tokenize(const PreparedModel& model,
                                               const std::vector<CorpusDocument>& documents) {
  std::vector<TrainingDocument> tokenized;
  tokenized.reserve(documents.size());
  for (const CorpusDocument& d : documents) {
    TrainingDocument t;
    Result<TokenIds> ids = encode(*model.tokenizer, d.text);
    if (!ids) return ids.error();
    t.tokens.push_back(model.begin);
    t.tokens.insert(t.tokens.end(), ids->begin(), ids->end());
    t.tokens.push_back(model.end);
    if (model.source_tokenizer != nullptr) {
      Result<TokenIds> source = encode(*model.source_tokenizer, d.source);
      if (!source) return source.error();
      t.source = std::move(source).value();
    }
    tokenized.push_back(std::move(t));
  }
  return tokenized;
}

}  // namespace glassformer::tools
