// Byte-pair encoding proper (Sennrich, Haddow, Birch 2016): of all neighbours, the pair whose merge
// was learned first is joined, again and again, until no neighbours can be joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "glassformer/tokenizer.hpp"

namespace glassformer {

class MergeTable {
 public:
  struct Merge {
    std::uint32_t rank;  // place in the list of merges
    TokenId result;
  };

  void reserve(std::size_t count) { merges_.reserve(count); }
  /// Appends the next merge; false if there is one for this pair already.
  bool add(TokenId left, TokenId right, TokenId result);
  const Merge* find(TokenId left, TokenId right) const;

 private:
  struct Mix {  // both ids matter in every bit of the hash
    std::size_t operator()(std::uint64_t pair) const {
      return static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15U) >> 32);
    }
  };
  std::unordered_map<std::uint64_t, Merge, Mix> merges_;
};

struct BpeSymbol {
  TokenId id;
  std::size_t size;  // bytes of text, above zero
};

/// Merges the symbols of one piece after another; keeps its buffers between pieces. Of equal pairs
/// the leftmost is joined first. n symbols take O(n log n) time.
class PieceMerger {
 public:
  explicit PieceMerger(const MergeTable& merges) : merges_(&merges) {}
  void merge(std::vector<BpeSymbol>& symbols);

 private:
  struct Candidate {
    std::uint32_t rank;
    TokenId left_id, right_id, result;
    std::size_t left, right;  // places in the symbols; stale once either has become another token
  };
  struct Neighbours {
    std::size_t previous, next;
  };
  static bool comes_later(const Candidate& a, const Candidate& b);
  void consider(const std::vector<BpeSymbol>& symbols, std::size_t left, std::size_t right);

  const MergeTable* merges_;
  std::vector<Candidate> heap_;
  std::vector<Neighbours> neighbours_;
};

}  // namespace glassformer
