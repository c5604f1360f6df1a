#include "decoding/beam_extensions.hpp"
#include "base/sorting.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace glassformer {

void sort_best_first(std::vector<Extension>& extensions, double Extension::*key) {
  small_sort(std::span(extensions),
             [key](const Extension& a, const Extension& b) { return a.*key > b.*key; });
  for (auto run = extensions.begin(); run != extensions.end();) {
    const double tied = (*run).*key - kTie;
    const auto end = std::find_if(run, extensions.end(),
                                  [&](const Extension& other) { return other.*key < tied; });
    small_sort(std::span(run, end), [](const Extension& a, const Extension& b) {
      return std::tie(a.parent, a.token) < std::tie(b.parent, b.token);
    });
    run = end;
  }
}

void BestExtensions::drop_hopeless() {
  if (extensions_.size() > count_) {
    const auto last = extensions_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
    std::ranges::nth_element(extensions_, last, std::greater{}, &Extension::score);
    lowest_ = last->score - kTie;
    std::erase_if(extensions_, [this](const Extension& e) { return e.score < lowest_; });
  }
  // Many that tie for the last place all stay; doubling keeps the work linear even then.
  limit_ = std::max(smallest_limit(), 2 * extensions_.size());
}

std::vector<Extension> BestExtensions::take() {
  drop_hopeless();
  sort_best_first(extensions_, &Extension::score);
  if (extensions_.size() > count_) extensions_.resize(count_);
  return std::exchange(extensions_, {});
}

namespace {

/// The inverse of the cumulative distribution: the place where the running sum passes `left`, of
/// which what lies before that place is taken off.
std::size_t place_of(double& left, std::span<const double> weights) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    place = i;
    if (left < weights[i]) break;
    left -= weights[i];
  }
  return place;
}

double sum(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// Where each parent's extensions begin, and the end.
std::vector<std::size_t> family_borders(std::span<const Extension> extensions) {
  std::vector<std::size_t> borders;
  for (std::size_t i = 0; i < extensions.size(); ++i) {
    if (i == 0 || extensions[i].parent != extensions[i - 1].parent) borders.push_back(i);
  }
  borders.push_back(extensions.size());
  return borders;
}

}  // namespace

std::vector<Extension> draw_extensions(std::span<const Extension> extensions, std::size_t count,
                                       Generator& generator) {
  if (extensions.empty()) return {};
  const double highest = std::ranges::max(extensions, {}, &Extension::score).score;
  std::vector<double> weights(extensions.size());
  std::ranges::transform(extensions, weights.begin(),
                         [&](const Extension& e) { return std::exp(e.score - highest); });

  // A parent is drawn first, then one of its extensions; and only its sum is made anew afterwards.
  // (Subtracting what was drawn would leave little but rounding.)
  const std::vector<std::size_t> borders = family_borders(extensions);
  const auto family = [&](std::size_t i) {
    return std::span(weights).subspan(borders[i], borders[i + 1] - borders[i]);
  };
  std::vector<double> sums;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) sums.push_back(sum(family(i)));

  std::vector<Extension> drawn;
  while (drawn.size() < count) {
    double left = sum(sums);
    if (left == 0) break;
    left *= generator.uniform_double();
    const std::size_t parent = place_of(left, sums);
    const std::size_t child = place_of(left, family(parent));
    drawn.push_back(extensions[borders[parent] + child]);
    family(parent)[child] = 0;
    sums[parent] = sum(family(parent));
  }
  sort_best_first(drawn, &Extension::score);
  return drawn;
}

}  // namespace glassformer
