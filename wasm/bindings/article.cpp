// The articles' examples.
#include "convert.hpp"
#include "glassformer/article/seeded_self_attention.hpp"
#include "glassformer/article/table_model.hpp"

namespace glassformer {
namespace {

using emscripten::register_type;
using emscripten::value_object;

using NextTokens = std::unique_ptr<NextTokenModel>;

Result<SeededSelfAttention> attend_to_sentence(const std::string& sentence, double seed) {
  Result<SeededSelfAttention> example =
      seeded_self_attention(sentence, static_cast<std::uint64_t>(seed));
  if (example) to_utf16_offsets(sentence, example->words);
  return example;
}

Result<NextTokens> make_table(std::size_t vocab_size, std::vector<TableModel::Row> rows) {
  Result<TableModel> table = TableModel::create(vocab_size, std::move(rows));
  if (!table) return table.error();
  return NextTokens(std::make_unique<TableModel>(std::move(*table)));
}

EMSCRIPTEN_BINDINGS(article) {
  value_object<WordToken>("WordToken")
      .field("id", &WordToken::id)
      .field("text", &WordToken::text)
      .field("start", &WordToken::start)
      .field("end", &WordToken::end);
  register_type<std::vector<WordToken>>("WordToken[]");
  value_object<SeededSelfAttention>("SeededSelfAttention")
      .field("words", &SeededSelfAttention::words)
      .field("embedded", &SeededSelfAttention::embedded)
      .field("w_query", &SeededSelfAttention::w_query)
      .field("w_key", &SeededSelfAttention::w_key)
      .field("w_value", &SeededSelfAttention::w_value)
      .field("result", &SeededSelfAttention::result);
  register_type<Result<SeededSelfAttention>>("SeededSelfAttention | Failure");
  emscripten::function("seededSelfAttention", attend_to_sentence);

  value_object<TableModel::Row>("TableRow")
      .field("prefix", &TableModel::Row::prefix)
      .field("probabilities", &TableModel::Row::probabilities);
  register_type<std::vector<TableModel::Row>>("TableRow[]");
  emscripten::function("makeTable", make_table);
}

}  // namespace
}  // namespace glassformer
