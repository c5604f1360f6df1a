// The files a tokenizer is made of, read into vocabularies and merges.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "files/json.hpp"
#include "text/tokenizer_bpe.hpp"
#include "text/tokenizer_vocab.hpp"

namespace glassformer {

/// {"token": id, …}; all entries ordinary. `file` names the source in messages.
Result<std::vector<VocabEntry>> read_vocab(const JsonValue& object, std::string_view file);

/// vocab.json + merges.txt: GPT-2.
Result<std::unique_ptr<Tokenizer>> read_gpt2_files(std::string_view vocab_json,
                                                   std::string_view merges_txt);

/// vocab.json or vocab.txt alone: character level or word level.
Result<std::unique_ptr<Tokenizer>> read_vocab_json(std::string_view vocab_json);
Result<std::unique_ptr<Tokenizer>> read_vocab_txt(std::string_view vocab_txt);

/// tokenizer.json of Hugging Face's tokenizers.
Result<std::unique_ptr<Tokenizer>> read_tokenizer_json(std::string_view tokenizer_json);

}  // namespace glassformer
