// The folder that a run fills: tokenizers and config first, then weights as they get better.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corpus.hpp"
#include "glassformer/config.hpp"
#include "glassformer/tokenizer.hpp"
#include "glassformer/training_batches.hpp"
#include "recipe.hpp"

namespace glassformer::tools {

struct NamedFile {
  std::string name;
  std::string text;
};

/// The model's vocabulary and config, learned from the texts.
struct PreparedModel {
  std::unique_ptr<Tokenizer> tokenizer;
  std::unique_ptr<Tokenizer> source_tokenizer;  // encoder–decoder
  ModelConfig config;
  std::vector<NamedFile> files;  // config.json and the tokenizers', for the folder
  TokenId begin = 0;
  TokenId end = 0;
};

/// Learns the vocabularies, and completes the recipe's config with their sizes and special tokens.
Result<PreparedModel> prepare_model(const Recipe& recipe,
                                    const std::vector<CorpusDocument>& documents);

/// Texts as tokens, each from the beginning's to the end's. Text that the vocabulary cannot write
/// is an Error.
Result<std::vector<TrainingDocument>> tokenize(const PreparedModel& model,
                                               const std::vector<CorpusDocument>& documents);

}  // namespace glassformer::tools
