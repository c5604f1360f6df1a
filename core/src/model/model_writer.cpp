// A model's weights as the bytes of a safetensors file.
#include <algorithm>
#include <deque>

#include "base/half.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/safetensors_writer.hpp"
#include "model/model_parts.hpp"

namespace glassformer {
namespace {

bool is_half(float value) { return half_to_float(to_half(value)) == value; }

// Tensors and the memory behind them, which stays where it is when more come.
class Tensors {
 public:
  void add(const WeightSlot& slot, const std::string& suffix) {
    if (!slot.holds_integers()) return add_floats(slot.info.name, slot.info.shape, slot.load());
    std::vector<std::int8_t>& integers = integers_.emplace_back();
    std::vector<float> scales;
    for (const WeightSlot::Place& place : slot.places) {
      const auto& [matrix, layout, first, count] = *std::get_if<WeightSlot::Columns>(&place);
      const auto some = matrix->integers(layout, first, count);
      integers.insert(integers.end(), some.begin(), some.end());
      const auto their = matrix->scales(first, count);
      scales.insert(scales.end(), their.begin(), their.end());
    }
    list_.push_back({slot.info.name, {nullptr, slot.info.shape}, DType::kI8, integers.data()});
    const Shape shape{scales.size()};
    add_floats(slot.info.name + suffix, shape, std::move(scales));
  }

  std::span<const TensorToWrite> list() const { return list_; }

 private:
  void add_floats(const std::string& name, const Shape& shape, std::vector<float> values) {
    const bool are_halves = std::all_of(values.begin(), values.end(), is_half);
    const std::vector<float>& kept = floats_.emplace_back(std::move(values));
    list_.push_back({name, {kept.data(), shape}, are_halves ? DType::kF16 : DType::kF32});
  }

  std::deque<std::vector<float>> floats_;
  std::deque<std::vector<std::int8_t>> integers_;
  std::vector<TensorToWrite> list_;
};

}  // namespace

Result<std::vector<std::byte>> Model::safetensors() const {
  // The weights in the file's order, as floats where they are no integers, and the file.
  const bool are_halves = parts_->weight_type == WeightType::kFloat16;
  const MemorySize bytes = memory_of(parts_->slots) * (are_halves ? 3 : 2);
  if (Status status = check_available("a file of these weights", bytes); !status)
    return status.error();
  const std::string& suffix = parts_->config.weight_scale;
  Tensors tensors;
  for (const WeightSlot& slot : parts_->slots)
    tensors.add(slot, suffix.empty() ? kWeightScale : suffix);
  return write_safetensors(tensors.list());
}

}  // namespace glassformer
