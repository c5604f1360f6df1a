#include "text/tokenizer_files.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/utf8.hpp"
#include "text/tokenizer_words.hpp"

namespace glassformer {

namespace {

constexpr const char* kVocabJson = "vocab.json";
constexpr const char* kVocabTxt = "vocab.txt";
constexpr const char* kMergesTxt = "merges.txt";

// The lines of a text file, with or without a byte order mark, whatever ends them; the end of the
// last line begins no further one.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  if (text.starts_with("\uFEFF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Status check_text_file(std::string_view text, const char* file) {
  if (Status status = check_utf8(text); !status) {
    return invalid_file(file + (": " + status.error().message));
  }
  return ok_status();
}

Error line_error(const char* file, std::size_t line, const std::string& what) {
  return invalid_file(file + (" line " + std::to_string(line + 1)) + " " + what);
}

Result<std::vector<VocabEntry>> parse_vocab_json(std::string_view text) {
  Result<JsonValue> json = parse_json(text, kVocabJson);
  if (!json) return json.error();
  return read_vocab(*json, kVocabJson);
}

Result<std::vector<VocabEntry>> parse_vocab_txt(std::string_view text) {
  if (Status status = check_text_file(text, kVocabTxt); !status) return status.error();
  std::vector<VocabEntry> entries;
  for (const std::string_view line : lines_of(text)) {
    if (line.empty()) {
      return line_error(kVocabTxt, entries.size(), "is empty, expected a token");
    }
    entries.push_back({static_cast<TokenId>(entries.size()), std::string(line)});
  }
  return entries;
}

Result<std::vector<MergeRule>> parse_merges_txt(std::string_view text) {
  if (Status status = check_text_file(text, kMergesTxt); !status) return status.error();
  std::vector<MergeRule> merges;
  const std::vector<std::string_view> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || (i == 0 && lines[i].starts_with("#version"))) continue;
    const std::size_t space = lines[i].find(' ');
    if (space == std::string_view::npos || space == 0 || space + 1 == lines[i].size() ||
        lines[i].find(' ', space + 1) != std::string_view::npos) {
      return line_error(kMergesTxt, i,
                        "is " + in_quotes(lines[i]) + ", expected two tokens and a space between");
    }
    merges.push_back(
        {std::string(lines[i].substr(0, space)), std::string(lines[i].substr(space + 1))});
  }
  return merges;
}

// Byte-level BPE writes a space as Ġ, which begins tokens in no other kind of vocabulary.
const VocabEntry* find_bpe_token(const std::vector<VocabEntry>& entries) {
  const auto found = std::find_if(entries.begin(), entries.end(), [](const VocabEntry& entry) {
    return entry.token.starts_with("Ġ") && !single_character(entry.token);
  });
  return found == entries.end() ? nullptr : &*found;
}

std::optional<TokenId> find_unknown(const Vocabulary& vocabulary) {
  for (const std::string_view token : {"<unk>", "[UNK]", "<UNK>"}) {
    if (const VocabEntry* entry = vocabulary.find(token)) return entry->id;
  }
  return std::nullopt;
}

Result<std::unique_ptr<Tokenizer>> make_word_tokenizer(std::vector<VocabEntry> entries,
                                                       const char* file) {
  bool has_ordinary = false;
  bool only_characters = true;
  for (VocabEntry& entry : entries) {
    if (looks_special(entry.token)) {
      entry.kind = TokenKind::kSpecial;
      continue;
    }
    has_ordinary = true;
    only_characters = only_characters && single_character(entry.token).has_value();
  }
  if (!has_ordinary) return invalid_file(std::string(file) + " holds no ordinary token");
  Result<Vocabulary> vocabulary = Vocabulary::make(std::move(entries), file);
  if (!vocabulary) return vocabulary.error();
  const std::optional<TokenId> unknown = find_unknown(*vocabulary);
  const WordSplit split = only_characters ? WordSplit::kCharacters : WordSplit::kBetweenSpaces;
  return std::unique_ptr<Tokenizer>(
      std::make_unique<WordTokenizer>(std::move(vocabulary).value(), split, unknown));
}

}  // namespace

Result<std::vector<VocabEntry>> read_vocab(const JsonValue& object, std::string_view file) {
  const std::string name(file);
  const JsonObject* members = object.object();
  if (members == nullptr) {
    return invalid_file(name + " is " + object.shown() + ", expected an object of tokens and ids");
  }
  std::vector<VocabEntry> entries;
  entries.reserve(members->size());
  for (const JsonMember& member : *members) {
    const std::int64_t* id = member.value.integer();
    if (id == nullptr || *id < 0 || *id > kHighestTokenId) {
      return invalid_file(name + " gives " + in_quotes(member.name) + " the id " +
                          member.value.shown() + ", expected an integer from 0 to " +
                          std::to_string(kHighestTokenId));
    }
    if (member.name.empty()) return invalid_file(name + " holds an empty token");
    entries.push_back({static_cast<TokenId>(*id), member.name});
  }
  return entries;
}

Result<std::unique_ptr<Tokenizer>> read_gpt2_files(std::string_view vocab_json,
                                                   std::string_view merges_txt) {
  Result<std::vector<VocabEntry>> entries = parse_vocab_json(vocab_json);
  if (!entries) return entries.error();
  const Result<std::vector<MergeRule>> merges = parse_merges_txt(merges_txt);
  if (!merges) return merges.error();
  // <|endoftext|> looks special; a merged token that happens to look so is not.
  std::unordered_set<std::string> merged;
  for (const MergeRule& rule : *merges) merged.insert(rule.left + rule.right);
  for (VocabEntry& entry : *entries) {
    if (looks_special(entry.token) && !merged.contains(entry.token)) {
      entry.kind = TokenKind::kSpecial;
    }
  }
  Result<Vocabulary> vocabulary = Vocabulary::make(std::move(entries).value(), kVocabJson);
  if (!vocabulary) return vocabulary.error();
  return ByteLevelBpe::make(std::move(vocabulary).value(), *merges, {}, kMergesTxt);
}

Result<std::unique_ptr<Tokenizer>> read_vocab_json(std::string_view vocab_json) {
  Result<std::vector<VocabEntry>> entries = parse_vocab_json(vocab_json);
  if (!entries) return entries.error();
  if (const VocabEntry* token = find_bpe_token(*entries)) {
    return invalid_file("vocab.json is a byte-level BPE vocabulary (it holds " +
                        in_quotes(token->token) + "), but merges.txt is missing");
  }
  return make_word_tokenizer(std::move(entries).value(), kVocabJson);
}

Result<std::unique_ptr<Tokenizer>> read_vocab_txt(std::string_view vocab_txt) {
  Result<std::vector<VocabEntry>> entries = parse_vocab_txt(vocab_txt);
  if (!entries) return entries.error();
  return make_word_tokenizer(std::move(entries).value(), kVocabTxt);
}

}  // namespace glassformer
