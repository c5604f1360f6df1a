#include "text/tokenizer_vocab.hpp"

#include <algorithm>
#include <tuple>

#include "base/sorting.hpp"
#include "base/utf8.hpp"
#include "text/unicode_tables.hpp"

namespace glassformer {

namespace {

// Bytes as the file writes them, so that n ids have at most n KiB of text; and wherever a text has
// an added token's first byte, it is compared with the token.
constexpr std::size_t kMaxTokenBytes = 1024;

// Sorts pointers, because swapping entries takes more code.
std::vector<VocabEntry> sorted_by_id(std::vector<VocabEntry> entries) {
  std::vector<VocabEntry*> order;
  order.reserve(entries.size());
  for (VocabEntry& entry : entries) order.push_back(&entry);
  small_sort(std::span(order), [](const VocabEntry* a, const VocabEntry* b) {
    return std::tie(a->id, a->token) < std::tie(b->id, b->token);
  });
  std::vector<VocabEntry> sorted;
  sorted.reserve(entries.size());
  for (VocabEntry* entry : order) sorted.push_back(std::move(*entry));
  return sorted;
}

}  // namespace

Result<Vocabulary> Vocabulary::make(std::vector<VocabEntry> entries, std::string_view file) {
  if (entries.empty()) return invalid_file(std::string(file) + " holds no tokens");
  Vocabulary vocabulary;
  vocabulary.entries_ = sorted_by_id(std::move(entries));
  const std::vector<VocabEntry>& sorted = vocabulary.entries_;

  vocabulary.by_token_.reserve(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const VocabEntry& entry = sorted[i];
    if (entry.token.size() > kMaxTokenBytes) {
      return invalid_file(std::string(file) + " holds the token " + in_quotes(entry.token) +
                          " of " + std::to_string(entry.token.size()) +
                          " bytes, expected at most " + std::to_string(kMaxTokenBytes));
    }
    if (i > 0 && sorted[i - 1].id == entry.id) {
      return invalid_file(std::string(file) + " gives the id " + std::to_string(entry.id) +
                          " to two tokens, " + in_quotes(sorted[i - 1].token) + " and " +
                          in_quotes(entry.token));
    }
    const auto [first, is_new] = vocabulary.by_token_.try_emplace(entry.token, i);
    if (!is_new) {
      return invalid_file(std::string(file) + " holds the token " + in_quotes(entry.token) +
                          " twice, as " + std::to_string(sorted[first->second].id) + " and as " +
                          std::to_string(entry.id));
    }
  }
  return vocabulary;
}

const VocabEntry* Vocabulary::find(TokenId id) const {
  const auto place = static_cast<std::size_t>(id);
  if (place < entries_.size() && entries_[place].id == id) return &entries_[place];
  // Only after a gap in the ids does an entry stand before its own place.
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), id,
                       [](const VocabEntry& entry, TokenId wanted) { return entry.id < wanted; });
  return found != entries_.end() && found->id == id ? &*found : nullptr;
}

const VocabEntry* Vocabulary::find(std::string_view token) const {
  const auto found = by_token_.find(token);
  return found == by_token_.end() ? nullptr : &entries_[found->second];
}

std::string Vocabulary::listed_if_small() const {
  constexpr std::size_t kSmall = 16;          // tokens
  constexpr std::size_t kMaxListBytes = 200;  // bytes of the list
  std::string list;
  std::size_t count = 0;
  for (const VocabEntry& entry : entries_) {
    if (entry.kind != TokenKind::kOrdinary) continue;
    if (++count > kSmall) return {};
    const std::optional<char32_t> character = single_character(entry.token);
    const bool is_blank = character && (*character == ' ' || *character > 0x7F) &&
                          (is_white_space(*character) || is_punctuation_or_control(*character));
    list += (list.empty() ? "" : ", ") +
            (is_blank ? code_point_name(*character) : printable(entry.token));
    if (list.size() > kMaxListBytes) return {};
  }
  return list.empty() ? list : " (" + list + ")";
}

std::optional<TokenId> VocabularyTokenizer::id_of(std::string_view token) const {
  const VocabEntry* entry = vocabulary_.find(token);
  return entry == nullptr ? std::nullopt : std::optional(entry->id);
}

bool VocabularyTokenizer::is_special(TokenId id) const {
  const VocabEntry* entry = vocabulary_.find(id);
  return entry != nullptr && entry->kind == TokenKind::kSpecial;
}

bool looks_special(std::string_view token) {
  if (token.size() < 3) return false;
  const std::string_view name = token.substr(1, token.size() - 2);
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_letter = [&](char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); };
  const auto may_be_in_name = [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '<' && c != '>' && c != '[' && c != ']';
  };
  if (!std::all_of(name.begin(), name.end(), may_be_in_name)) return false;
  if (token.front() == '<' && token.back() == '>') {
    return std::any_of(name.begin(), name.end(), is_letter);
  }
  return token.front() == '[' && token.back() == ']' && is_capital(name.front());
}

}  // namespace glassformer
