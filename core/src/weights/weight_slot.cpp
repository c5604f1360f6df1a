#include "weights/weight_slot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "glassformer/memory_limit.hpp"

namespace glassformer {
namespace {

using Columns = WeightSlot::Columns;
using Values = WeightSlot::Values;
using Zeros = WeightSlot::Zeros;

// Floats of a tensor that belong there.
std::size_t size_of(const WeightSlot::Place& place) {
  if (const auto* columns = std::get_if<Columns>(&place))
    return columns->matrix->in() * columns->count;
  const auto* values = std::get_if<Values>(&place);
  return values != nullptr ? values->count : 0;
}

bool grow(std::vector<float>& vector, std::size_t size) {
  if (vector.size() >= size) return true;
  if (!check_available({}, MemorySize(size) * sizeof(float))) return false;
  vector.reserve(size);  // to resize alone may take twice that
  vector.resize(size);
  return true;
}

}  // namespace

bool WeightSlot::allocate() const {
  return std::all_of(places.begin(), places.end(), [](const Place& place) {
    if (const auto* columns = std::get_if<Columns>(&place))
      return columns->matrix->has_values() || columns->matrix->allocate();
    if (const auto* zeros = std::get_if<Zeros>(&place)) return grow(*zeros->vector, zeros->count);
    const auto& values = *std::get_if<Values>(&place);
    return grow(*values.vector, values.begin + values.count);
  });
}

bool WeightSlot::holds_integers() const {
  const auto* columns = std::get_if<Columns>(&places[0]);
  return columns != nullptr && columns->matrix->holds_integers();
}

std::optional<std::string> WeightSlot::find_unfit(std::span<const float> values,
                                                  std::size_t begin) const {
  const auto* columns = std::get_if<Columns>(&places[0]);
  const float max =
      columns != nullptr ? columns->matrix->max_value() : std::numeric_limits<float>::max();
  const auto unfit =
      std::find_if_not(values.begin(), values.end(), [&](float v) { return std::abs(v) <= max; });
  if (unfit == values.end()) return std::nullopt;
  return "a value at " + std::to_string(begin + static_cast<std::size_t>(unfit - values.begin())) +
         (std::isfinite(*unfit)
              ? " that a float of 16 bits cannot hold, which goes from -65504 to 65504"
              : " that is not a finite number");
}

std::optional<std::string> WeightSlot::find_unfit_scale(std::span<const float> scales) const {
  const float max = std::get_if<Columns>(&places[0])->matrix->max_scale();
  const auto unfit = std::find_if_not(scales.begin(), scales.end(),
                                      [&](float v) { return v >= 0.0F && v <= max; });
  if (unfit == scales.end()) return std::nullopt;
  const std::string at = std::to_string(unfit - scales.begin());
  if (!std::isfinite(*unfit)) return "a scale at " + at + " that is not a finite number";
  return "a scale at " + at + " that is below 0 or above " + (max < 1000.0F ? "511.75" : "2.6e36");
}

std::size_t WeightSlot::unit() const {
  const auto* columns = std::get_if<Columns>(&places[0]);
  if (columns == nullptr) return 1;
  if (columns->layout == WeightLayout::kInOut) return element_count(info.shape);
  return columns->matrix->in();
}

namespace {

// Calls visit(place, first, values) for each place and what of `values`, which are the tensor's
// from `begin` on, belongs there: from the place's element `first` on.
template <typename T, typename Visit>
void for_each_part(const std::vector<WeightSlot::Place>& places, std::span<const T> values,
                   std::size_t begin, Visit&& visit) {
  std::size_t place_begin = 0;
  for (const WeightSlot::Place& place : places) {
    const std::size_t end = place_begin + size_of(place);
    if (begin < end && !values.empty()) {
      const auto part = values.first(std::min(values.size(), end - begin));
      visit(place, begin - place_begin, part);
      values = values.subspan(part.size());
      begin += part.size();
    }
    place_begin = end;
  }
}

}  // namespace

void WeightSlot::store(std::span<const float> values, std::size_t begin) const {
  for_each_part(places, values, begin, [](const Place& place, std::size_t first, auto part) {
    if (const auto* columns = std::get_if<Columns>(&place)) {
      const std::size_t in = columns->matrix->in();
      columns->matrix->store(part, columns->layout, columns->first + first / in, part.size() / in);
    } else if (const auto* target = std::get_if<Values>(&place)) {
      std::copy(part.begin(), part.end(),
                target->vector->begin() + static_cast<std::ptrdiff_t>(target->begin + first));
    }
  });
}

void WeightSlot::store_integers(std::span<const std::int8_t> values, std::size_t begin) const {
  for_each_part(places, values, begin, [](const Place& place, std::size_t first, auto part) {
    const auto& columns = *std::get_if<Columns>(&place);
    const std::size_t in = columns.matrix->in();
    columns.matrix->store_integers(part, columns.layout, columns.first + first / in,
                                   part.size() / in);
  });
}

void WeightSlot::scale_outputs(std::span<const float> scales) const {
  for (const Place& place : places) {
    const auto* columns = std::get_if<Columns>(&place);
    if (columns == nullptr) continue;  // zeros that have no tensor
    columns->matrix->scale_columns(scales.first(columns->count), columns->first);
    scales = scales.subspan(columns->count);
  }
}

std::vector<float> WeightSlot::load() const {
  std::vector<float> values;
  for (const Place& place : places) {
    if (const auto* columns = std::get_if<Columns>(&place)) {
      auto stretch = columns->matrix->load(columns->layout, columns->first, columns->count);
      // The largest weights are one stretch, and are not held twice.
      if (places.size() == 1) return stretch;
      values.insert(values.end(), stretch.begin(), stretch.end());
    } else if (const auto* source = std::get_if<Values>(&place)) {
      const auto begin = source->vector->begin() + static_cast<std::ptrdiff_t>(source->begin);
      values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(source->count));
    }
  }
  return values;
}

WeightSlot::Integers WeightSlot::load_integers() const {
  Integers all;
  for (const Place& place : places) {
    const auto& [matrix, layout, first, count] = *std::get_if<Columns>(&place);
    const auto values = matrix->integers(layout, first, count);
    all.values.insert(all.values.end(), values.begin(), values.end());
    const auto scales = matrix->scales(first, count);
    all.scales.insert(all.scales.end(), scales.begin(), scales.end());
  }
  return all;
}

MemorySize memory_of(std::span<const WeightSlot> slots) {
  MemorySize bytes;
  for (const WeightSlot& slot : slots) {
    for (const WeightSlot::Place& place : slot.places) {
      if (const auto* columns = std::get_if<Columns>(&place)) {
        if (columns->first == 0) bytes += columns->matrix->size();  // once, of all in it
      } else if (const auto* values = std::get_if<Values>(&place)) {
        bytes += MemorySize(values->count) * sizeof(float);
      }
    }
  }
  return bytes;
}

}  // namespace glassformer
