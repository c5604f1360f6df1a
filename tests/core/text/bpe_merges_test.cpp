#include "text/bpe_merges.hpp"

#include <catch_amalgamated.hpp>
#include <map>
#include <random>
#include <string>

namespace glassformer {

namespace {

// Random merges over the letters a and b, and the same in the slowest and plainest form.
struct MergeExample {
  std::vector<std::string> tokens = {"a", "b"};
  MergeTable table;
  std::map<std::pair<TokenId, TokenId>, std::pair<std::size_t, TokenId>> rules;  // rank, result

  explicit MergeExample(std::mt19937& random) {
    for (int attempts = 0; attempts < 40; ++attempts) {
      const auto pick = [&] { return static_cast<TokenId>(random() % tokens.size()); };
      const TokenId left = pick(), right = pick();
      const std::string joined = tokens[left] + tokens[right];
      if (std::find(tokens.begin(), tokens.end(), joined) != tokens.end()) continue;
      const auto result = static_cast<TokenId>(tokens.size());
      tokens.push_back(joined);
      REQUIRE(table.add(left, right, result));
      const std::size_t rank = rules.size();
      rules[{left, right}] = {rank, result};
    }
  }

  std::vector<TokenId> merge_plainly(std::vector<TokenId> ids) const {
    while (true) {
      std::size_t best = ids.size(), best_rank = rules.size();
      for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
        const auto rule = rules.find({ids[i], ids[i + 1]});
        if (rule == rules.end() || rule->second.first >= best_rank) continue;
        best = i;
        best_rank = rule->second.first;
      }
      if (best == ids.size()) return ids;
      ids[best] = rules.at({ids[best], ids[best + 1]}).second;
      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }
  }
};

}  // namespace

TEST_CASE("merging gives what the plain algorithm gives, on random merges and texts", "[bpe]") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const MergeExample example(random);
    PieceMerger merger(example.table);
    for (int text = 0; text < 10; ++text) {
      std::vector<TokenId> ids;
      std::vector<BpeSymbol> symbols;
      for (std::size_t i = random() % 30; i > 0; --i) {
        ids.push_back(static_cast<TokenId>(random() % 2));
        symbols.push_back({ids.back(), 1});
      }
      merger.merge(symbols);
      std::vector<TokenId> got;
      std::size_t size = 0;
      for (const BpeSymbol& symbol : symbols) {
        got.push_back(symbol.id);
        size += symbol.size;
        CHECK(symbol.size == example.tokens[static_cast<std::size_t>(symbol.id)].size());
      }
      CHECK(size == ids.size());
      CHECK(got == example.merge_plainly(ids));
    }
  }
}

TEST_CASE("a pair has one merge", "[bpe]") {
  MergeTable table;
  CHECK(table.add(0, 1, 2));
  CHECK_FALSE(table.add(0, 1, 3));
  CHECK(table.find(0, 1)->result == 2);
  CHECK(table.find(1, 0) == nullptr);
}

TEST_CASE("a piece of 262144 letters is merged without ado", "[bpe]") {
  MergeTable table;  // a a → 1, 1 1 → 2, …
  for (TokenId id = 0; id < 10; ++id) REQUIRE(table.add(id, id, id + 1));
  std::vector<BpeSymbol> symbols(std::size_t{1} << 18, {0, 1});
  PieceMerger(table).merge(symbols);
  CHECK(symbols.size() == 256);
  CHECK(symbols[0].id == 10);
  CHECK(symbols[255].size == 1024);
}

}  // namespace glassformer
