// Nearest neighbours by cosine among rows that are read one at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "glassformer/embedding_space.hpp"
#include "kernels/kernels.hpp"

namespace glassformer {

/// nearest_rows of n rows of `width` floats. row_of(r) gives row r, valid until the next call.
template <typename RowOf>
Result<Neighbours> nearest_of(std::size_t n, std::size_t width, std::size_t row, std::size_t count,
                              RowOf row_of) {
  if (row >= n) {
    return invalid_argument("there is no row " + std::to_string(row) + " in a table of " +
                            std::to_string(n));
  }
  const float* first = row_of(row);
  const std::vector<float> own(first, first + width);
  // own · other and other · other.
  const auto products = [&](const float* other) {
    const float* rows[] = {own.data(), other};
    float out[2];
    kernels::active().dot_rows(other, rows, 0, 2, width, out);
    return std::pair(out[0], out[1]);
  };
  const float own_square = products(own.data()).second;
  std::vector<float> similarities(n);
  for (std::size_t r = 0; r < n; ++r) {
    const auto [product, square] = products(row_of(r));
    const float lengths = std::sqrt(own_square) * std::sqrt(square);
    if (lengths > 0.0F) similarities[r] = product / lengths;
  }
  // Few are wanted, so each is found by a search of its own. A row already found gets a value below
  // every cosine.
  constexpr float kTaken = -2.0F;
  similarities[row] = kTaken;
  Neighbours nearest{std::vector<std::size_t>(std::min(count, n - 1)), {}};
  for (std::size_t& found : nearest.rows) {
    const auto best = std::max_element(similarities.begin(), similarities.end());
    found = static_cast<std::size_t>(best - similarities.begin());
    nearest.similarities.push_back(*best);
    *best = kTaken;
  }
  return nearest;
}

}  // namespace glassformer
