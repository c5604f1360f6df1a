#include "base/sorting.hpp"

namespace glassformer {

std::vector<std::uint32_t> places_by_text(const void* list, std::size_t count,
                                          std::string_view (*text_of)(const void* list,
                                                                      std::size_t place)) {
  std::vector<std::uint32_t> places;
  places.reserve(count);
  for (std::uint32_t place = 0; place < count; ++place) places.push_back(place);
  small_sort(std::span(places),
             [&](std::uint32_t a, std::uint32_t b) { return text_of(list, a) < text_of(list, b); });
  return places;
}

}  // namespace glassformer
