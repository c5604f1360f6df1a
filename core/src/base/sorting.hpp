// A sort in little code: every type that std::sort sorts adds two kilobytes to the WebAssembly
// module.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace glassformer {

/// Heap sort, for lists that are short or sorted once. Not stable.
template <class T, class Before>
void small_sort(std::span<T> values, Before before) {
  std::make_heap(values.begin(), values.end(), before);
  std::sort_heap(values.begin(), values.end(), before);
}

/// The places of a list by the rising text that each has. Once for all lists: they pass a function.
std::vector<std::uint32_t> places_by_text(const void* list, std::size_t count,
                                          std::string_view (*text_of)(const void* list,
                                                                      std::size_t place));

}  // namespace glassformer
