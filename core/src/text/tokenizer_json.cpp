#include <optional>
#include <unordered_map>

#include "base/utf8.hpp"
#include "text/tokenizer_files.hpp"
#include "text/tokenizer_special.hpp"
#include "text/tokenizer_words.hpp"

namespace glassformer {

namespace {

constexpr const char* kFile = "tokenizer.json";

Error json_error(const std::string& what) { return invalid_file("tokenizer.json " + what); }

// Null, absent, false, zero, empty: a field of that value asks for nothing.
bool asks_for_nothing(const JsonValue* value) {
  if (value == nullptr || value->is_null()) return true;
  if (const bool* flag = value->boolean()) return !*flag;
  if (const auto number = value->number()) return *number == 0;
  if (const std::string* text = value->string()) return text->empty();
  return value->array() != nullptr && value->array()->empty();
}

// Fields that would change the result in a way that is not done here.
Status check_unused(const JsonValue& object, const std::string& of,
                    std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const JsonValue* value = object.find(name);
    if (asks_for_nothing(value)) continue;
    return json_error("has " + std::string(name) + " = " + value->shown() + " in its " + of +
                      ", which is not supported");
  }
  return ok_status();
}

std::string type_of(const JsonValue* object) {
  const std::string* type = object == nullptr ? nullptr : object->find_string("type");
  return type == nullptr ? std::string() : *type;
}

// Older files leave out the model's type; its fields tell.
std::string model_type(const JsonValue& model) {
  if (const std::string type = type_of(&model); !type.empty()) return type;
  if (model.find("merges") != nullptr) return "BPE";
  return model.find("max_input_chars_per_word") != nullptr ? "WordPiece" : "WordLevel";
}

bool flag_of(const JsonValue& object, const char* name, bool fallback) {
  const JsonValue* value = object.find(name);
  const bool* flag = value == nullptr ? nullptr : value->boolean();
  return flag == nullptr ? fallback : *flag;
}

// A sequence of one is that one.
const JsonValue* only_pre_tokenizer(const JsonValue& root) {
  const JsonValue* found = root.find("pre_tokenizer");
  if (type_of(found) != "Sequence") return found;
  const JsonArray* list = found->find_array("pretokenizers");
  return list != nullptr && list->size() == 1 ? &list->front() : found;
}

Result<VocabEntry> read_added_token(const JsonValue& token) {
  const std::string* content = token.find_string("content");
  const JsonValue* id = token.find("id");
  const std::int64_t* number = id == nullptr ? nullptr : id->integer();
  if (content == nullptr || content->empty() || number == nullptr || *number < 0 ||
      *number > kHighestTokenId) {
    return json_error("has an added token without an id from 0 to " +
                      std::to_string(kHighestTokenId) + " and a content");
  }
  Status status = check_unused(token, "added token " + in_quotes(*content),
                               {"single_word", "lstrip", "rstrip"});
  if (!status) return status.error();
  const bool is_special = flag_of(token, "special", false);
  return VocabEntry{static_cast<TokenId>(*number), *content,
                    is_special ? TokenKind::kSpecial : TokenKind::kAdded};
}

// Adds them to the entries, where they may stand already.
Result<std::vector<AddedToken>> read_added_tokens(const JsonValue& root,
                                                  std::vector<VocabEntry>& entries) {
  std::vector<AddedToken> added;
  const JsonValue* field = root.find("added_tokens");
  if (asks_for_nothing(field)) return added;
  if (field->array() == nullptr) {
    return json_error("has " + field->shown() + " as added_tokens, expected a list");
  }
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < entries.size(); ++i) places.emplace(entries[i].token, i);
  for (const JsonValue& token : *field->array()) {
    const Result<VocabEntry> entry = read_added_token(token);
    if (!entry) return entry.error();
    const auto [id, content, kind] = entry.value();
    added.push_back({id, content});
    const auto place = places.find(content);
    if (place == places.end()) {
      entries.push_back(entry.value());
      continue;
    }
    VocabEntry& known = entries[place->second];
    if (known.id != id) {
      return json_error("adds the token " + in_quotes(content) + " as " + std::to_string(id) +
                        ", but its vocabulary has it as " + std::to_string(known.id));
    }
    known.kind = kind;
  }
  return added;
}

// "a b" or ["a", "b"]
std::optional<MergeRule> as_merge(const JsonValue& merge) {
  if (const JsonArray* pair = merge.array()) {
    if (pair->size() != 2) return std::nullopt;
    const std::string* left = pair->front().string();
    const std::string* right = pair->back().string();
    if (left == nullptr || right == nullptr) return std::nullopt;
    return MergeRule{*left, *right};
  }
  const std::string* text = merge.string();
  if (text == nullptr) return std::nullopt;
  const std::size_t space = text->find(' ');
  if (space == std::string::npos || text->find(' ', space + 1) != std::string::npos) {
    return std::nullopt;
  }
  return MergeRule{text->substr(0, space), text->substr(space + 1)};
}

Result<std::vector<MergeRule>> read_merges(const JsonValue& model) {
  const JsonArray* list = model.find_array("merges");
  if (list == nullptr) return json_error("has no list of merges in its model");
  std::vector<MergeRule> merges;
  merges.reserve(list->size());
  for (const JsonValue& value : *list) {
    std::optional<MergeRule> merge = as_merge(value);
    if (!merge) {
      return json_error("has the merge " + value.shown() +
                        ", expected two tokens, as \"a b\" or as [\"a\", \"b\"]");
    }
    merges.push_back(*std::move(merge));
  }
  return merges;
}

Result<std::optional<TokenId>> read_unknown(const JsonValue& model, const Vocabulary& vocabulary) {
  const JsonValue* field = model.find("unk_token");
  if (asks_for_nothing(field)) return std::optional<TokenId>();
  const VocabEntry* entry =
      field->string() == nullptr ? nullptr : vocabulary.find(*field->string());
  if (entry == nullptr) {
    return json_error("has the unk_token " + field->shown() + ", which is not in its vocabulary");
  }
  return std::optional(entry->id);
}

Result<std::unique_ptr<Tokenizer>> make_bpe(const JsonValue& root, const JsonValue& model,
                                            Vocabulary vocabulary) {
  if (Status status = check_unused(model, "model",
                                   {"dropout", "continuing_subword_prefix", "end_of_word_suffix",
                                    "fuse_unk", "byte_fallback", "ignore_merges"});
      !status) {
    return status.error();
  }
  const JsonValue* pre_tokenizer = only_pre_tokenizer(root);
  if (type_of(pre_tokenizer) != "ByteLevel") {
    return json_error("has the pre-tokenizer " + in_quotes(type_of(pre_tokenizer)) +
                      " with a BPE model, expected 'ByteLevel'");
  }
  Result<std::optional<TokenId>> unknown = read_unknown(model, vocabulary);
  if (!unknown) return unknown.error();
  const Result<std::vector<MergeRule>> merges = read_merges(model);
  if (!merges) return merges.error();
  BpeOptions options;
  options.add_prefix_space = flag_of(*pre_tokenizer, "add_prefix_space", true);
  options.split_pieces = flag_of(*pre_tokenizer, "use_regex", true);
  options.unknown = *unknown;
  return ByteLevelBpe::make(std::move(vocabulary), *merges, options, kFile);
}

// Split with a pattern that matches between characters or each of them. Regex "." is not of that
// kind: it leaves line breaks together.
bool splits_characters(const JsonValue& pre_tokenizer) {
  const JsonValue* pattern = pre_tokenizer.find("pattern");
  if (pattern == nullptr) return false;
  const std::string* text = pattern->find_string("String");
  const std::string* regex = pattern->find_string("Regex");
  const bool matches_between =
      (text != nullptr && text->empty()) || (regex != nullptr && regex->empty());
  const bool matches_each = regex != nullptr && (*regex == "(?s:.)" || *regex == "[\\s\\S]");
  const std::string* behavior = pre_tokenizer.find_string("behavior");
  return (matches_between || matches_each) && behavior != nullptr && *behavior == "Isolated" &&
         !flag_of(pre_tokenizer, "invert", false);
}

Result<WordSplit> read_word_split(const JsonValue& root) {
  const JsonValue* pre_tokenizer = only_pre_tokenizer(root);
  const std::string type = type_of(pre_tokenizer);
  if (type == "WhitespaceSplit") return WordSplit::kBetweenSpaces;
  if (type == "Whitespace") return WordSplit::kWordsAndMarks;
  if (type == "Split" && splits_characters(*pre_tokenizer)) return WordSplit::kCharacters;
  return json_error("has the pre-tokenizer " + in_quotes(type) +
                    " with a WordLevel model, expected 'WhitespaceSplit', 'Whitespace', or "
                    "'Split' with an empty pattern, isolated");
}

Result<std::unique_ptr<Tokenizer>> make_word_level(const JsonValue& root, const JsonValue& model,
                                                   Vocabulary vocabulary) {
  const Result<WordSplit> split = read_word_split(root);
  if (!split) return split.error();
  Result<std::optional<TokenId>> unknown = read_unknown(model, vocabulary);
  if (!unknown) return unknown.error();
  return std::unique_ptr<Tokenizer>(
      std::make_unique<WordTokenizer>(std::move(vocabulary), *split, *unknown));
}

// A template's "single" lists special tokens around one sequence, the text.
Status read_template(const JsonArray& parts, const Tokenizer& tokenizer, SpecialRules& rules) {
  bool has_sequence = false;
  for (const JsonValue& part : parts) {
    if (part.find("Sequence") != nullptr && !has_sequence) {
      has_sequence = true;
      continue;
    }
    const JsonValue* special = part.find("SpecialToken");
    const std::string* token = special == nullptr ? nullptr : special->find_string("id");
    const std::optional<TokenId> id = token == nullptr ? std::nullopt : tokenizer.id_of(*token);
    if (!id) {
      return json_error(
          "has a post-processing template with something else than one sequence and special "
          "tokens of its vocabulary");
    }
    (has_sequence ? rules.after : rules.before).push_back(*id);
  }
  if (!has_sequence) return json_error("has a post-processing template without a sequence");
  return ok_status();
}

Status read_post_processor(const JsonValue& root, const Tokenizer& tokenizer, SpecialRules& rules) {
  const JsonValue* post_processor = root.find("post_processor");
  const std::string type = type_of(post_processor);
  if (asks_for_nothing(post_processor) || type == "ByteLevel") return ok_status();
  if (type == "TemplateProcessing") {
    const JsonArray* single = post_processor->find_array("single");
    if (single == nullptr) {
      return json_error("has a post-processor 'TemplateProcessing' without the list 'single'");
    }
    return read_template(*single, tokenizer, rules);
  }
  return json_error("has the post-processor " + in_quotes(type) +
                    ", expected 'ByteLevel', 'TemplateProcessing' or none");
}

}  // namespace

Result<std::unique_ptr<Tokenizer>> read_tokenizer_json(std::string_view tokenizer_json) {
  const Result<JsonValue> json = parse_json(tokenizer_json, kFile);
  if (!json) return json.error();
  const JsonValue& root = json.value();
  const JsonValue* model = root.find("model");
  const JsonValue* vocab = model == nullptr ? nullptr : model->find("vocab");
  if (vocab == nullptr) return json_error("has no model with a vocab");
  if (!asks_for_nothing(root.find("normalizer"))) {
    return json_error("has the normalizer " + in_quotes(type_of(root.find("normalizer"))) +
                      ", expected none");
  }
  const std::string type = model_type(*model);
  if (type != "BPE" && type != "WordLevel") {
    return json_error("has the model type " + in_quotes(type) + ", expected 'BPE' or 'WordLevel'");
  }

  Result<std::vector<VocabEntry>> entries = read_vocab(*vocab, kFile);
  if (!entries) return entries.error();
  SpecialRules rules;
  Result<std::vector<AddedToken>> added = read_added_tokens(root, *entries);
  if (!added) return added.error();
  rules.added = std::move(added).value();
  Result<Vocabulary> vocabulary = Vocabulary::make(std::move(entries).value(), kFile);
  if (!vocabulary) return vocabulary.error();

  Result<std::unique_ptr<Tokenizer>> tokenizer =
      type == "BPE" ? make_bpe(root, *model, std::move(vocabulary).value())
                    : make_word_level(root, *model, std::move(vocabulary).value());
  if (!tokenizer) return tokenizer;
  if (Status status = read_post_processor(root, **tokenizer, rules); !status) {
    return status.error();
  }
  return with_special_tokens(std::move(tokenizer).value(), std::move(rules));
}

}  // namespace glassformer
