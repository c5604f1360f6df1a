#include "text/vocabulary_learning_bpe.hpp"

#include <algorithm>
#include <cassert>

namespace glassformer {

void MergeLearner::add_word(std::span<const TokenId> symbols, std::size_t count) {
  const std::size_t first = symbols_.size();
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::size_t place = first + i;
    const bool is_last = i + 1 == symbols.size();
    symbols_.push_back(
        {symbols[i], i == 0 ? kNone : place - 1, is_last ? kNone : place + 1, count});
  }
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i) count_at(first + i);
}

std::optional<NeighbourPair> MergeLearner::most_frequent() {
  for (const std::uint64_t key : new_pairs_) candidates_.push({pairs_[key].count, key});
  new_pairs_.clear();
  while (!candidates_.empty()) {
    const Candidate best = candidates_.top();
    const std::size_t count = pairs_[best.key].count;
    if (count == best.count && count >= 2) {
      return NeighbourPair{static_cast<TokenId>(best.key >> 32U),
                           static_cast<TokenId>(best.key & 0xFFFFFFFFU)};
    }
    candidates_.pop();
    if (count >= 2) candidates_.push({count, best.key});
  }
  return std::nullopt;
}

void MergeLearner::merge(NeighbourPair pair, TokenId result) {
  std::vector<std::size_t> places = std::move(pairs_[key_of(pair.left, pair.right)].places);
  std::sort(places.begin(), places.end());
  for (const std::size_t left : places) {
    const Symbol& symbol = symbols_[left];
    if (symbol.id != pair.left || symbol.next == kNone) continue;
    if (symbols_[symbol.next].id == pair.right) join_at(left, result);
  }
  forbid(pair);
}

void MergeLearner::forbid(NeighbourPair pair) { pairs_[key_of(pair.left, pair.right)] = {}; }

// A merge creates pairs with its new token only, so no old pair's count ever grows.
void MergeLearner::count_at(std::size_t left) {
  const std::uint64_t key = key_of(symbols_[left].id, symbols_[symbols_[left].next].id);
  Uses& uses = pairs_[key];
  if (uses.places.empty()) new_pairs_.push_back(key);
  uses.count += symbols_[left].count;
  uses.places.push_back(left);
}

void MergeLearner::uncount_at(std::size_t left) {
  Uses& uses = pairs_[key_of(symbols_[left].id, symbols_[symbols_[left].next].id)];
  // A forbidden pair has count zero.
  uses.count -= std::min(uses.count, symbols_[left].count);
}

void MergeLearner::join_at(std::size_t left, TokenId result) {
  const std::size_t right = symbols_[left].next;
  const std::size_t before = symbols_[left].previous;
  const std::size_t after = symbols_[right].next;
  if (before != kNone) uncount_at(before);
  uncount_at(left);
  if (after != kNone) uncount_at(right);

  symbols_[left].id = result;
  symbols_[left].next = after;
  symbols_[right].id = -1;
  if (after != kNone) symbols_[after].previous = left;

  if (before != kNone) count_at(before);
  if (after != kNone) count_at(left);
}

}  // namespace glassformer
