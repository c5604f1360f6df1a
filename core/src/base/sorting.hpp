// A sort that is small where std::sort is fast: every type that std::sort sorts costs two kilobytes
// of WebAssembly, which a reader waits for.
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
