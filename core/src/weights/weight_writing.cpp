#include "weights/weight_writing.hpp"

#include <algorithm>
#include <deque>

#include "base/half.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/safetensors_writer.hpp"

namespace glassformer {
namespace {

bool is_half(float value) { return half_to_float(to_half(value)) == value; }

// Tensors and the memory behind them, which stays where it is when more come.
class Tensors {
 public:
  void add(const WeightSlot& slot, const std::string& suffix) {
    if (!slot.holds_integers()) return add_floats(slot.info.name, slot.info.shape, slot.load());
    auto [values, scales] = slot.load_integers();
    const std::vector<std::int8_t>& integers = integers_.emplace_back(std::move(values));
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

// The weights as they are written, and the file.
MemorySize memory_to_write(std::span<const WeightSlot> slots) {
  MemorySize bytes;
  for (const WeightSlot& slot : slots) {
    const MemorySize count(element_count(slot.info.shape));
    bytes += count * (slot.holds_integers() ? 2 * sizeof(std::int8_t) : 2 * sizeof(float));
  }
  return bytes;
}

}  // namespace

Result<std::vector<std::byte>> write_weights(std::span<const WeightSlot> slots,
                                             const std::string& scale_suffix) {
  if (Status status = check_available("a file of these weights", memory_to_write(slots)); !status)
    return status.error();
  Tensors tensors;
  for (const WeightSlot& slot : slots) tensors.add(slot, scale_suffix);
  return write_safetensors(tensors.list());
}

}  // namespace glassformer
