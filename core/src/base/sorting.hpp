// A sort in little code: every type that std::sort sorts adds two kilobytes to the WebAssembly
// module.
#pragma once

#include <algorithm>
#include <span>

namespace glassformer {

/// Heap sort, for lists that are short or sorted once. Not stable.
template <class T, class Before>
void small_sort(std::span<T> values, Before before) {
  std::make_heap(values.begin(), values.end(), before);
  std::sort_heap(values.begin(), values.end(), before);
}

}  // namespace glassformer
