// Tokenizers.
#include "convert.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {
namespace {

using emscripten::class_;
using emscripten::register_type;
using emscripten::value_object;

Result<std::vector<Token>> encode(const Tokenizer& tokenizer, const std::string& text) {
  Result<std::vector<Token>> tokens = tokenizer.encode(text);
  if (tokens) to_utf16_offsets(text, *tokens);
  return tokens;
}

Result<TokenIds> encode_ids(const Tokenizer& tokenizer, const std::string& text) {
  const Result<std::vector<Token>> tokens = tokenizer.encode(text);
  if (!tokens) return tokens.error();
  TokenIds ids;
  for (const Token& token : *tokens) ids.push_back(token.id);
  return ids;
}

Result<std::string> decode(const Tokenizer& tokenizer, const TokenIds& ids, std::size_t rows) {
  return tokenizer.decode(ids, true, rows);
}

std::vector<std::string> shown(const Tokenizer& tokenizer, const TokenIds& ids) {
  std::vector<std::string> texts;
  for (const TokenId id : ids) texts.push_back(tokenizer.shown(id));
  return texts;
}

EMSCRIPTEN_BINDINGS(text) {
  value_object<TokenizerFiles>("TokenizerFiles")
      .field("tokenizerJson", &TokenizerFiles::tokenizer_json)
      .field("vocabJson", &TokenizerFiles::vocab_json)
      .field("mergesTxt", &TokenizerFiles::merges_txt)
      .field("vocabTxt", &TokenizerFiles::vocab_txt);
  value_object<Token>("Token")
      .field("id", &Token::id)
      .field("text", &Token::text)
      .field("start", &Token::start)
      .field("end", &Token::end);
  register_type<std::vector<Token>>("Token[]");
  register_type<Result<std::vector<Token>>>("Token[] | Failure");
  register_type<Result<TokenIds>>("Int32Array | Failure");
  register_type<Result<std::string>>("string | Failure");
  class_<Tokenizer>("Tokenizer")
      .function("encode", encode)
      .function("encodeIds", encode_ids)
      .function("decode", decode)
      .function("shown", shown)
      .function("vocabSize", &Tokenizer::vocab_size)
      .function("longestToken", &Tokenizer::longest_token);
  register_type<Result<std::unique_ptr<Tokenizer>>>("Tokenizer | Failure | null");
  emscripten::function("makeTokenizer", make_tokenizer);
  class_<StreamDecoder>("StreamDecoder")
      .constructor<const Tokenizer&>()
      .function("push", &StreamDecoder::push)
      .function("finish", &StreamDecoder::finish);
}

}  // namespace
}  // namespace glassformer
