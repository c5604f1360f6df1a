#include "decoding/beam_extensions.hpp"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace glassformer {
namespace {

using Place = std::pair<std::int32_t, TokenId>;

std::vector<Place> places(const std::vector<Extension>& extensions) {
  std::vector<Place> result;
  for (const Extension& e : extensions) result.emplace_back(e.parent, e.token);
  return result;
}

std::vector<Extension> best_of(const std::vector<Extension>& offered, std::size_t count) {
  BestExtensions best(count);
  for (const Extension& extension : offered) best.offer(extension);
  return best.take();
}

TEST_CASE("the best extensions come best first", "[beam_extensions]") {
  CHECK(places(best_of({{0, 0, 0, -3}, {0, 1, 0, -1}, {1, 0, 0, -2}}, 2)) ==
        std::vector<Place>{{0, 1}, {1, 0}});
  CHECK(best_of({{0, 0, 0, -3}}, 5).size() == 1);
  CHECK(best_of({}, 5).empty());
}

TEST_CASE("a tie goes to the lower parent, then to the lower token", "[beam_extensions]") {
  const std::vector<Extension> tied = {{1, 0, 0, -1}, {0, 7, 0, -1}, {0, 3, 0, -1}, {1, 5, 0, -1}};
  CHECK(places(best_of(tied, 3)) == std::vector<Place>{{0, 3}, {0, 7}, {1, 0}});
}

TEST_CASE("scores that differ by rounding are a tie, at the cut as well", "[beam_extensions]") {
  const std::vector<Extension> tied = {
      {2, 0, 0, -1}, {1, 0, 0, -1 - 2e-7}, {0, 0, 0, -1 - 4e-7}, {3, 0, 0, -0.5}};
  CHECK(places(best_of(tied, 4)) == std::vector<Place>{{3, 0}, {0, 0}, {1, 0}, {2, 0}});
  CHECK(places(best_of(tied, 2)) == std::vector<Place>{{3, 0}, {0, 0}});
}

TEST_CASE("scores a little further apart are no tie", "[beam_extensions]") {
  CHECK(places(best_of({{1, 0, 0, -1}, {0, 0, 0, -1.00001}}, 2)) ==
        std::vector<Place>{{1, 0}, {0, 0}});
}

TEST_CASE("impossible extensions come last, and only where others do not fill the beam",
          "[beam_extensions]") {
  const double impossible = -std::numeric_limits<double>::infinity();
  const std::vector<Extension> some = {
      {0, 0, 0, impossible}, {0, 1, 0, -90}, {1, 0, 0, impossible}, {1, 1, 0, -80}};
  CHECK(places(best_of(some, 2)) == std::vector<Place>{{1, 1}, {0, 1}});
  CHECK(places(best_of(some, 3)) == std::vector<Place>{{1, 1}, {0, 1}, {0, 0}});
}

TEST_CASE("the best of very many are those that a full sort finds", "[beam_extensions]") {
  std::mt19937 random(1);
  for (const unsigned levels : {1U, 5U, 1000U, 1'000'000U}) {
    std::vector<Extension> many;
    for (TokenId id = 0; id < 20'000; ++id) {
      many.push_back({id % 4, id / 4, 0, -0.001 * static_cast<double>(random() % levels)});
    }
    std::vector<Extension> sorted = many;
    sort_best_first(sorted, &Extension::score);
    for (const std::size_t count : {1U, 8U, 2000U}) {
      CAPTURE(levels, count);
      const auto wanted = places({sorted.begin(), sorted.begin() + count});
      CHECK(places(best_of(many, count)) == wanted);
      std::ranges::reverse(many);
    }
  }
}

TEST_CASE("drawing takes as many as there are and none twice", "[beam_extensions]") {
  const std::vector<Extension> three = {{0, 0, 0, -1}, {0, 1, 0, -700}, {1, 0, 0, -0.5}};
  Generator generator(1);
  CHECK(places(draw_extensions(three, 9, generator)) == std::vector<Place>{{1, 0}, {0, 0}, {0, 1}});
  CHECK(draw_extensions({}, 2, generator).empty());
}

TEST_CASE("drawing without replacement has the probabilities of its definition",
          "[beam_extensions]") {
  const std::vector<double> p = {0.5, 0.3, 0.15, 0.05};
  std::vector<Extension> all;
  for (std::size_t i = 0; i < p.size(); ++i) {
    // Two parents with two extensions each.
    all.push_back({i < 2 ? 0 : 1, static_cast<TokenId>(i), 0, std::log(p[i]) - 40});
  }
  constexpr int kRounds = 100'000;
  std::map<std::set<TokenId>, double> frequency;
  Generator generator(6);
  for (int round = 0; round < kRounds; ++round) {
    const auto drawn = draw_extensions(all, 2, generator);
    frequency[{drawn[0].token, drawn[1].token}] += 1.0 / kRounds;
    REQUIRE(drawn[0].score > drawn[1].score);
  }
  for (std::size_t a = 0; a < p.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double wanted = p[a] * p[b] / (1 - p[a]) + p[b] * p[a] / (1 - p[b]);
      CHECK_THAT((frequency[{static_cast<TokenId>(a), static_cast<TokenId>(b)}]),
                 Catch::Matchers::WithinAbs(wanted, 0.006));
    }
  }
}

}  // namespace
}  // namespace glassformer
