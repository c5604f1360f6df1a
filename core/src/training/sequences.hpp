// Sequences of different lengths in one array of rows, without padding: nothing is computed for
// padding, and nothing needs a mask.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace glassformer::training {

struct Sequences {
  std::vector<std::size_t> starts{0};  // the first row of each, and the end of the last

  void clear() { starts.resize(1); }
  void add(std::size_t length) { starts.push_back(starts.back() + length); }
  std::size_t count() const { return starts.size() - 1; }
  std::size_t rows() const { return starts.back(); }
  std::size_t begin(std::size_t i) const { return starts[i]; }
  std::size_t length(std::size_t i) const { return starts[i + 1] - starts[i]; }
  std::size_t longest() const {
    std::size_t result = 0;
    for (std::size_t i = 0; i < count(); ++i) result = std::max(result, length(i));
    return result;
  }
};

}  // namespace glassformer::training
