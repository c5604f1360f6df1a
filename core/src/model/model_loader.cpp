// A safetensors file, piece by piece, into a model.
#include <algorithm>
#include <cstring>

#include "base/sorting.hpp"
#include "base/utf8.hpp"
#include "glassformer/memory_limit.hpp"
#include "model/model_parts.hpp"

namespace glassformer {
namespace {

constexpr std::size_t kLengthField = 8;
// Of a tensor at a time, where its outputs come one after the other; and so many of these, so that
// whole panels are packed.
constexpr std::size_t kPieceBytes = 1 << 20;
constexpr std::size_t kOutputsTogether = 64;
// Besides the weights: bytes on their way in, of which a browser gives 2 MiB at once, a piece, and
// a piece as floats.
constexpr std::size_t kRoomToRead = 4 * kPieceBytes;

// A tensor that is read: a weight's values or its scales.
struct Arrival {
  const TensorInfo* info;
  std::size_t slot;
  bool is_scale;
};

class SpanBytes final : public ForeignBytes {
 public:
  explicit SpanBytes(std::span<const std::byte> bytes)
      : ForeignBytes(bytes.size()), bytes_(bytes) {}
  void copy(std::size_t from, std::span<std::byte> to) const override {
    std::memcpy(to.data(), bytes_.data() + from, to.size());
  }

 private:
  std::span<const std::byte> bytes_;
};

// What is left of the bytes that were appended: each is copied once, to where it is needed.
class Incoming {
 public:
  explicit Incoming(const ForeignBytes& bytes) : bytes_(bytes) {}
  std::size_t left() const { return bytes_.size() - taken_; }
  void take(std::span<std::byte> to) {
    if (!to.empty()) bytes_.copy(taken_, to);
    taken_ += to.size();
  }
  void skip(std::size_t count) { taken_ += count; }

 private:
  const ForeignBytes& bytes_;
  std::size_t taken_ = 0;
};

// Of a weight of integers: what has come of the two tensors.
struct Scaling {
  std::vector<float> scales;
  bool has_integers = false;
};

}  // namespace

struct ModelLoader::State {
  ModelConfig config;
  std::optional<std::size_t> file_size;
  WeightType type = WeightType::kFloat32;
  std::vector<std::byte> head;  // length field and header, until they are whole
  std::optional<SafetensorsHeader> header;
  std::unique_ptr<Model::Parts> parts;
  BoundWeights bound;
  std::size_t position = 0;       // in the data section: the next byte to come
  std::vector<Arrival> arrivals;  // by rising offset
  std::size_t next = 0;           // of the arrivals
  std::vector<Scaling> scalings;  // of the slots
  std::vector<float> piece;       // bytes of a tensor, in floats for their alignment
  std::optional<Error> error;

  Status read(Incoming bytes);
  Status read_header(Incoming& bytes);
  Status begin_weights();
  void order_arrivals();
  std::size_t piece_size(const Arrival& arrival) const;
  Status read_piece(Incoming& bytes, const Arrival& arrival);
  Status store(const Arrival& arrival, std::size_t begin, std::span<const std::byte> raw);
  Status store_integers(const Arrival& arrival, std::size_t begin, std::span<const std::byte> raw);
  void scale_if_complete(std::size_t slot);
  Error too_large() const;
};

ModelLoader::ModelLoader(ModelConfig config, std::optional<std::size_t> file_size, WeightType type)
    : state_(std::make_unique<State>()) {
  state_->config = std::move(config);
  state_->file_size = file_size;
  state_->type = type;
}
ModelLoader::~ModelLoader() = default;

Status ModelLoader::append(std::span<const std::byte> bytes) { return append(SpanBytes(bytes)); }

Status ModelLoader::append(const ForeignBytes& bytes) {
  if (state_->error) return *state_->error;
  Status status = state_->read(Incoming(bytes));
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
  state_->parts->slots = join_parts(std::move(state_->bound));
  return Model(std::move(state_->parts));
}

Status ModelLoader::State::read(Incoming bytes) {
  if (!header) {
    if (Status status = read_header(bytes); !status) return status;
    if (!header) return ok_status();
  }
  if (bytes.left() > header->data_size - position) {
    return invalid_file("the weights go on after the " +
                        std::to_string(header->data_start + header->data_size) +
                        " bytes that their header tells of");
  }
  while (bytes.left() > 0) {
    // Bytes of no weight (buffers) are skipped.
    const std::size_t wanted_from =
        next < arrivals.size() ? arrivals[next].info->begin : header->data_size;
    if (position < wanted_from) {
      const std::size_t skipped = std::min(bytes.left(), wanted_from - position);
      position += skipped;
      bytes.skip(skipped);
      continue;
    }
    if (Status status = read_piece(bytes, arrivals[next]); !status) return status;
  }
  return ok_status();
}

Status ModelLoader::State::read_header(Incoming& bytes) {
  const auto take_up_to = [&](std::size_t size) {
    const std::size_t had = head.size();
    head.resize(had + std::min(bytes.left(), size - std::min(size, had)));
    bytes.take(std::span(head).subspan(had));
    return head.size() >= size;
  };
  if (!take_up_to(kLengthField)) return ok_status();
  auto size = safetensors_header_size(head, file_size);
  if (!size) return size.error();
  if (!take_up_to(*size)) return ok_status();
  auto parsed = parse_safetensors_header(head, file_size);
  if (!parsed) return parsed.error();
  header = std::move(parsed).value();
  head = {};
  return begin_weights();
}

Status ModelLoader::State::begin_weights() {
  if (Status status = check_config(config); !status) return status;
  parts = std::make_unique<Model::Parts>();
  parts->config = config;
  parts->weight_type = type;
  auto weights = bind_weights(*header, parts->kernels, type, parts->config, parts->weights);
  if (!weights) return weights.error();
  bound = std::move(weights).value();
  order_arrivals();
  // A file whose length is known is as large as its header says: it is refused before it is read.
  if (file_size && !check_available({}, memory_of(bound.slots) + kRoomToRead)) return too_large();
  return ok_status();
}

Error ModelLoader::State::too_large() const {
  return out_of_memory("the model's weights, " + std::to_string(header->data_size >> 20) +
                           " MiB in their file, do not fit into memory",
                       memory_of(bound.slots).value());
}

void ModelLoader::State::order_arrivals() {
  scalings.resize(bound.slots.size());
  for (std::size_t i = 0; i < bound.slots.size(); ++i) {
    const WeightSlot& slot = bound.slots[i];
    arrivals.push_back({&slot.info, i, false});
    if (slot.scale) arrivals.push_back({&*slot.scale, i, true});
  }
  small_sort(std::span(arrivals),
             [](const Arrival& a, const Arrival& b) { return a.info->begin < b.info->begin; });
}

// Bytes of the tensor that are stored together. Where the file's length is known
// from its header alone, a weight takes no memory before it has come as a whole.
std::size_t ModelLoader::State::piece_size(const Arrival& arrival) const {
  const std::size_t all = arrival.info->end - arrival.info->begin;
  if (arrival.is_scale || !file_size) return all;
  const std::size_t unit = bound.slots[arrival.slot].unit() * size_of(arrival.info->dtype);
  if (unit > all / kOutputsTogether) return all;
  const std::size_t together = unit * kOutputsTogether;
  return std::max<std::size_t>(kPieceBytes / together, 1) * together;
}

// Takes what belongs to the tensor's next piece, and stores that if it is complete.
Status ModelLoader::State::read_piece(Incoming& bytes, const Arrival& arrival) {
  const TensorInfo& info = *arrival.info;
  const std::size_t before = position - info.begin;
  const std::size_t begin = before / piece_size(arrival) * piece_size(arrival);
  const std::size_t size = std::min(piece_size(arrival), info.end - info.begin - begin);
  const std::size_t have = before - begin, taken = std::min(bytes.left(), size - have);
  const std::size_t needed = have + taken;
  if (needed > piece.size() * sizeof(float)) {
    // Only as much as has come, twice over: where the length of the file is not known, only
    // its header says that this much will.
    const std::size_t room = file_size ? size : std::min(size, 2 * needed);
    if (!check_available({}, room)) return too_large();
    const std::size_t floats = (room + sizeof(float) - 1) / sizeof(float);
    piece.reserve(floats);  // to resize alone may take twice that
    piece.resize(floats);
  }
  std::byte* const buffer = reinterpret_cast<std::byte*>(piece.data());
  bytes.take({buffer + have, taken});
  position += taken;
  if (position == info.end) ++next;
  return needed == size ? store(arrival, begin, {buffer, size}) : ok_status();
}

// `begin`: the bytes of the tensor before `raw`.
Status ModelLoader::State::store(const Arrival& arrival, std::size_t begin,
                                 std::span<const std::byte> raw) {
  const WeightSlot& slot = bound.slots[arrival.slot];
  const TensorInfo& info = *arrival.info;
  if (!arrival.is_scale && begin == 0 && (!slot.allocate() || !check_available({}, kRoomToRead)))
    return too_large();
  if (!arrival.is_scale && slot.scale) return store_integers(arrival, begin, raw);
  const std::size_t count = raw.size() / size_of(info.dtype);
  const bool in_place = info.dtype == DType::kF32;
  std::vector<float> converted;
  std::span<const float> values(piece.data(), in_place ? count : 0);
  const MemorySize conversion = in_place ? MemorySize(0) : MemorySize(count) * sizeof(float);
  if (!check_available({}, conversion)) return too_large();
  if (!in_place) {
    converted.resize(count);
    to_floats(info.dtype, raw, converted);
    values = converted;
  }
  const std::size_t first = begin / size_of(info.dtype);
  if (const auto unfit =
          arrival.is_scale ? slot.find_unfit_scale(values) : slot.find_unfit(values, first))
    return invalid_file("the weight " + in_quotes(info.name) + " holds " + *unfit);
  if (arrival.is_scale) {
    if (!check_available({}, values.size_bytes())) return too_large();
    scalings[arrival.slot].scales.assign(values.begin(), values.end());
    scale_if_complete(arrival.slot);
  } else {
    slot.store(values, first);
  }
  return ok_status();
}

Status ModelLoader::State::store_integers(const Arrival& arrival, std::size_t begin,
                                          std::span<const std::byte> raw) {
  const WeightSlot& slot = bound.slots[arrival.slot];
  // In a matrix of floats they are floats for a moment.
  if (!slot.holds_integers() && !check_available({}, MemorySize(raw.size()) * sizeof(float)))
    return too_large();
  slot.store_integers({reinterpret_cast<const std::int8_t*>(raw.data()), raw.size()}, begin);
  if (begin + raw.size() == arrival.info->end - arrival.info->begin) {
    scalings[arrival.slot].has_integers = true;
    scale_if_complete(arrival.slot);
  }
  return ok_status();
}

// The two tensors may come in either order.
void ModelLoader::State::scale_if_complete(std::size_t slot) {
  Scaling& scaling = scalings[slot];
  if (!scaling.has_integers || scaling.scales.empty()) return;
  bound.slots[slot].scale_outputs(scaling.scales);
  scaling.scales = {};
}

}  // namespace glassformer
