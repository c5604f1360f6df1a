#include "text/bpe_merges.hpp"

#include <algorithm>
#include <tuple>

namespace glassformer {

namespace {

std::uint64_t pair_key(TokenId left, TokenId right) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
         static_cast<std::uint32_t>(right);
}

}  // namespace

bool MergeTable::add(TokenId left, TokenId right, TokenId result) {
  const Merge merge{static_cast<std::uint32_t>(merges_.size()), result};
  return merges_.try_emplace(pair_key(left, right), merge).second;
}

const MergeTable::Merge* MergeTable::find(TokenId left, TokenId right) const {
  const auto found = merges_.find(pair_key(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

bool PieceMerger::comes_later(const Candidate& a, const Candidate& b) {
  return std::tie(a.rank, a.left) > std::tie(b.rank, b.left);
}

void PieceMerger::consider(const std::vector<BpeSymbol>& symbols, std::size_t left,
                           std::size_t right) {
  const TokenId left_id = symbols[left].id;
  const TokenId right_id = symbols[right].id;
  const MergeTable::Merge* merge = merges_->find(left_id, right_id);
  if (merge == nullptr) return;
  heap_.push_back({merge->rank, left_id, right_id, merge->result, left, right});
  std::push_heap(heap_.begin(), heap_.end(), comes_later);
}

void PieceMerger::merge(std::vector<BpeSymbol>& symbols) {
  const std::size_t count = symbols.size();
  heap_.clear();
  neighbours_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    neighbours_.push_back({i - 1, i + 1});  // none: any place that is not below count
    if (i > 0) consider(symbols, i - 1, i);
  }
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    const Candidate best = heap_.back();
    heap_.pop_back();
    const std::size_t left = best.left;
    const std::size_t right = best.right;
    // A symbol merged into its left neighbour has size 0.
    const bool is_stale = symbols[left].size == 0 || symbols[left].id != best.left_id ||
                          symbols[right].size == 0 || symbols[right].id != best.right_id;
    if (is_stale) continue;

    symbols[left] = {best.result, symbols[left].size + symbols[right].size};
    symbols[right].size = 0;
    const std::size_t previous = neighbours_[left].previous;
    const std::size_t next = neighbours_[right].next;
    neighbours_[left].next = next;
    if (next < count) {
      neighbours_[next].previous = left;
      consider(symbols, left, next);
    }
    if (previous < count) consider(symbols, previous, left);
  }
  std::erase_if(symbols, [](const BpeSymbol& symbol) { return symbol.size == 0; });
}

}  // namespace glassformer
