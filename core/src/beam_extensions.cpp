#include "beam_extensions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace glassformer {

void sort_best_first(std::vector<Extension>& extensions, double Extension::*key) {
  std::ranges::sort(extensions, std::greater{}, key);
  for (auto run = extensions.begin(); run != extensions.end();) {
    const double tied = (*run).*key - kTie;
    const auto end = std::find_if(run, extensions.end(),
                                  [&](const Extension& other) { return other.*key < tied; });
    std::sort(run, end, [](const Extension& a, const Extension& b) {
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

std::vector<Extension> draw_extensions(std::vector<Extension> extensions, std::size_t count,
                                       Generator& generator) {
  if (extensions.empty()) return extensions;
  const double highest = std::ranges::max(extensions, {}, &Extension::score).score;
  std::vector<double> weights(extensions.size());
  std::ranges::transform(extensions, weights.begin(),
                         [&](const Extension& e) { return std::exp(e.score - highest); });
  std::vector<Extension> drawn;
  while (drawn.size() < count) {
    // Summed anew each time: subtracting what was drawn would leave little but rounding.
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (sum == 0) break;
    double left = generator.uniform_double() * sum;
    std::size_t place = 0;
    for (std::size_t i = 0; i < weights.size() && left >= 0; ++i) {
      if (weights[i] == 0) continue;
      place = i;
      left -= weights[i];
    }
    drawn.push_back(extensions[place]);
    weights[place] = 0;
  }
  sort_best_first(drawn, &Extension::score);
  return drawn;
}

}  // namespace glassformer
