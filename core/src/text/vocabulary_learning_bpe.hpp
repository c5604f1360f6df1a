// Learning merges: words with their counts, and the pairs of neighbours in them. A merge touches
// only the places of its pair, so the time of learning follows the number of all merges' places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <unordered_map>
#include <vector>

#include "glassformer/tokenizer.hpp"

namespace glassformer {

struct NeighbourPair {
  TokenId left, right;
};

class MergeLearner {
 public:
  /// A word that occurs `count` times in the texts.
  void add_word(std::span<const TokenId> symbols, std::size_t count);

  /// The most frequent pair (ties: lower left id, then lower right id), if it occurs twice or more.
  /// Overlapping pairs count, as in "aaa", though only one of them can be joined. Words are added
  /// before the first call.
  std::optional<NeighbourPair> most_frequent();
  /// Joins the pair wherever it stands, the leftmost first, into a token that was in no word yet.
  void merge(NeighbourPair pair, TokenId result);
  /// Never gives this pair again.
  void forbid(NeighbourPair pair);

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Symbol {
    TokenId id;                  // -1 once it is part of its left neighbour
    std::size_t previous, next;  // places in symbols_, or kNone at the ends of a word
    std::size_t count;           // of the word
  };
  struct Uses {
    std::size_t count = 0;
    std::vector<std::size_t> places;  // of left symbols; stale where the pair is gone
  };
  struct Candidate {
    std::size_t count;
    std::uint64_t key;
    bool operator<(const Candidate& other) const {  // the queue's front is the greatest
      return count != other.count ? count < other.count : key > other.key;
    }
  };

  // Sorts by left id, then by right id.
  static std::uint64_t key_of(TokenId left, TokenId right) {
    return static_cast<std::uint64_t>(left) << 32U | static_cast<std::uint32_t>(right);
  }
  void count_at(std::size_t left);
  void uncount_at(std::size_t left);
  void join_at(std::size_t left, TokenId result);

  std::vector<Symbol> symbols_;
  std::unordered_map<std::uint64_t, Uses> pairs_;
  std::priority_queue<Candidate>
      candidates_;                        // a count in it may be too high by now, never too low
  std::vector<std::uint64_t> new_pairs_;  // not among the candidates yet
};

}  // namespace glassformer
