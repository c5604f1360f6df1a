// A safetensors file, piece by piece, into a model.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/utf8.hpp"
#include "glassformer/memory_limit.hpp"
#include "model/model_parts.hpp"

namespace glassformer {
namespace {

constexpr std::size_t kLengthField = 8;

}  // namespace

struct ModelLoader::State {
  ModelConfig config;
  std::optional<std::size_t> file_size;
  WeightType type = WeightType::kFloat32;
  std::vector<std::byte> head;  // length field and header, until they are whole
  std::optional<SafetensorsHeader> header;
  std::unique_ptr<Model::Parts> parts;
  std::size_t position = 0;   // in the data section: the next byte to come
  std::size_t next_slot = 0;  // by rising offset
  std::vector<float>
      partial;  // bytes of a tensor that came in several pieces, kept in floats for their alignment
  std::optional<Error> error;

  Status read(std::span<const std::byte> bytes);
  Result<std::span<const std::byte>> read_header(std::span<const std::byte> bytes);
  Status begin_weights();
  std::span<const std::byte> read_tensor(std::span<const std::byte> bytes, const WeightSlot& slot,
                                         Status& status);
  Status store(const WeightSlot& slot, std::span<const std::byte> raw);
  Error too_large() const;
};

ModelLoader::ModelLoader(ModelConfig config, std::optional<std::size_t> file_size, WeightType type)
    : state_(std::make_unique<State>()) {
  state_->config = std::move(config);
  state_->file_size = file_size;
  state_->type = type;
}
ModelLoader::~ModelLoader() = default;

Status ModelLoader::append(std::span<const std::byte> bytes) {
  if (state_->error) return *state_->error;
  Status status = state_->read(bytes);
  if (!status) state_->error = status.error();
  return status;
}

Result<Model> ModelLoader::finish() {
  if (state_->error) return *state_->error;
  if (!state_->header) return invalid_file("the weights end inside their header");
  if (state_->position != state_->header->data_size) {
    return invalid_file("the weights end after " + std::to_string(state_->position) + " of " +
                        std::to_string(state_->header->data_size) + " bytes");
  }
  return Model(std::move(state_->parts));
}

Status ModelLoader::State::read(std::span<const std::byte> bytes) {
  if (!header) {
    auto rest = read_header(bytes);
    if (!rest) return rest.error();
    if (!header) return ok_status();
    bytes = *rest;
  }
  if (bytes.size() > header->data_size - position) {
    return invalid_file("the weights go on after the " +
                        std::to_string(header->data_start + header->data_size) +
                        " bytes that their header tells of");
  }
  const std::vector<WeightSlot>& slots = parts->slots;
  while (!bytes.empty()) {
    // Bytes that belong to no slot (buffers that are not weights) are skipped.
    const std::size_t wanted_from =
        next_slot < slots.size() ? slots[next_slot].info.begin : header->data_size;
    if (position < wanted_from) {
      const std::size_t skipped = std::min(bytes.size(), wanted_from - position);
      position += skipped;
      bytes = bytes.subspan(skipped);
      continue;
    }
    Status status = ok_status();
    bytes = read_tensor(bytes, slots[next_slot], status);
    if (!status) return status;
  }
  return ok_status();
}

// What is left of `bytes` behind the header, once that is whole.
Result<std::span<const std::byte>> ModelLoader::State::read_header(
    std::span<const std::byte> bytes) {
  const auto take_up_to = [&](std::size_t size) {
    const std::size_t n = std::min(bytes.size(), size - std::min(size, head.size()));
    head.insert(head.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
    bytes = bytes.subspan(n);
    return head.size() >= size;
  };
  if (!take_up_to(kLengthField)) return bytes;
  auto size = safetensors_header_size(head, file_size);
  if (!size) return size.error();
  if (!take_up_to(*size)) return bytes;
  auto parsed = parse_safetensors_header(head, file_size);
  if (!parsed) return parsed.error();
  header = std::move(parsed).value();
  head = {};
  if (Status status = begin_weights(); !status) return status.error();
  return bytes;
}

Status ModelLoader::State::begin_weights() {
  if (Status status = check_config(config); !status) return status;
  parts = std::make_unique<Model::Parts>();
  parts->config = config;
  parts->weight_type = type;
  auto slots = bind_weights(*header, parts->kernels, type, parts->config, parts->weights);
  if (!slots) return slots.error();
  parts->slots = std::move(slots).value();
  // A file whose length is known is as large as its header says: it is refused before it is read.
  if (file_size && !check_available({}, memory_of(parts->slots))) return too_large();
  return ok_status();
}

Error ModelLoader::State::too_large() const {
  return out_of_memory("the model's weights, " + std::to_string(header->data_size >> 20) +
                       " MiB in their file, do not fit into memory");
}

// Takes what belongs to the slot's tensor, stores it if that completes it, and returns the rest.
std::span<const std::byte> ModelLoader::State::read_tensor(std::span<const std::byte> bytes,
                                                           const WeightSlot& slot, Status& status) {
  const std::size_t size = slot.info.end - slot.info.begin, have = position - slot.info.begin;
  const std::size_t taken = std::min(bytes.size(), size - have);
  const auto piece = bytes.first(taken);
  position += taken;
  if (taken == size) {
    status = store(slot, piece);
  } else {
    const std::size_t needed = have + taken;
    if (needed > partial.size() * sizeof(float)) {
      // Only as much as has come, twice over: where the length of the file is not known, nobody
      // but its header says that this much will.
      const std::size_t room = file_size ? size : std::min(size, 2 * needed);
      if (!check_available({}, room)) {
        status = too_large();
        return {};
      }
      const std::size_t floats = (room + sizeof(float) - 1) / sizeof(float);
      partial.reserve(floats);  // to resize alone may take twice that
      partial.resize(floats);
    }
    std::byte* buffer = reinterpret_cast<std::byte*>(partial.data());
    std::memcpy(buffer + have, piece.data(), taken);
    if (needed == size) status = store(slot, {buffer, size});
  }
  if (position == slot.info.end) ++next_slot;
  return bytes.subspan(taken);
}

Status ModelLoader::State::store(const WeightSlot& slot, std::span<const std::byte> raw) {
  const std::size_t count = element_count(slot.info.shape);
  const bool in_place = slot.info.dtype == DType::kF32 &&
                        raw.data() == reinterpret_cast<const std::byte*>(partial.data());
  std::vector<float> converted;
  std::span<const float> values(partial.data(), in_place ? count : 0);
  const MemorySize conversion = in_place ? MemorySize(0) : MemorySize(count) * sizeof(float);
  if (!slot.allocate() || !check_available({}, conversion)) return too_large();
  if (!in_place) {
    converted.resize(count);
    to_floats(slot.info.dtype, raw, converted);
    values = converted;
  }
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) {
    return invalid_file("the weight " + in_quotes(slot.info.name) +
                        " holds a value that is not a finite number");
  }
  slot.store(values);
  return ok_status();
}

}  // namespace glassformer
