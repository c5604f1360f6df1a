#include "glassformer/safetensors.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <tuple>

#include "base/sorting.hpp"
#include "base/utf8.hpp"
#include "files/dtype.hpp"
#include "files/json.hpp"
#include "glassformer/memory_limit.hpp"

namespace glassformer {

namespace {

constexpr std::size_t kLengthBytes = 8;
// The format's own bound, 100 MB, takes seconds and gigabytes to parse. A tensor's entry takes
// about 150 bytes, and a model of the most layers has 58,000 tensors: 26 in a layer of its decoder
// and 16 in one of its encoder, besides 16 scales of the integers of these two.
constexpr std::uint64_t kMaxHeaderBytes = 16'000'000;
constexpr std::size_t kMaxFileBytes =
    std::numeric_limits<std::size_t>::max() / 2;  // bounds a file of unknown size
constexpr std::string_view kHeader = "the safetensors header";
// The weights of a transformer have at most 2 dimensions and names of some dozens of bytes. What is
// read goes into messages, and names are compared with those of all parameters.
constexpr std::size_t kMaxDimensions = 8;
constexpr std::size_t kMaxNameBytes = 512;

Error tensor_error(const std::string& name, const std::string& what) {
  return invalid_file("tensor " + in_quotes(name) + " " + what);
}

constexpr std::uint64_t kLargestSize = std::min<std::uint64_t>(
    std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::int64_t>::max());

// A count or an offset: an integer from 0 that fits this machine's memory.
std::optional<std::size_t> as_size(const JsonValue& value) {
  const std::int64_t* integer = value.integer();
  if (integer == nullptr || *integer < 0) return std::nullopt;
  if (static_cast<std::uint64_t>(*integer) > kLargestSize) return std::nullopt;
  return static_cast<std::size_t>(*integer);
}

Result<DType> read_dtype(const std::string& name, const JsonValue& fields) {
  const JsonValue* dtype = fields.find("dtype");
  if (dtype == nullptr) return tensor_error(name, "has no dtype");
  const std::string* text = dtype->string();
  std::string expected;
  for (const DTypeEntry& entry : dtypes()) {
    if (text != nullptr && *text == entry.name) return entry.dtype;
    expected += expected.empty() ? entry.name : std::string(", ") + entry.name;
  }
  return tensor_error(name, "has the dtype " + dtype->shown() + ", expected one of " + expected);
}

Result<Shape> read_shape(const std::string& name, const JsonValue& fields) {
  const JsonArray* dimensions = fields.find_array("shape");
  if (dimensions == nullptr) return tensor_error(name, "has no shape: expected a list of integers");
  if (dimensions->size() > kMaxDimensions) {
    return tensor_error(name, "has " + std::to_string(dimensions->size()) +
                                  " dimensions, expected at most " +
                                  std::to_string(kMaxDimensions));
  }
  Shape shape;
  for (const JsonValue& dimension : *dimensions) {
    const std::optional<std::size_t> size = as_size(dimension);
    if (!size) {
      return tensor_error(name, "has the dimension " + dimension.shown() +
                                    " in its shape, expected an integer from 0 to " +
                                    std::to_string(kLargestSize));
    }
    shape.push_back(*size);
  }
  return shape;
}

struct Range {
  std::size_t begin, end;
};

Result<Range> read_range(const std::string& name, const JsonValue& fields, std::size_t data_size) {
  const JsonArray* offsets = fields.find_array("data_offsets");
  if (offsets == nullptr || offsets->size() != 2) {
    return tensor_error(name, "has no data_offsets: expected a list of two integers");
  }
  const std::optional<std::size_t> begin = as_size((*offsets)[0]);
  const std::optional<std::size_t> end = as_size((*offsets)[1]);
  if (!begin || !end || *begin > *end || *end > data_size) {
    return tensor_error(name, "has the data_offsets [" + (*offsets)[0].shown() + ", " +
                                  (*offsets)[1].shown() + "], expected 0 <= begin <= end <= " +
                                  std::to_string(data_size) + ", the size of the data section");
  }
  return Range{*begin, *end};
}

// The bytes that a shape asks for; nothing where they exceed any memory.
std::optional<std::size_t> byte_count(const Shape& shape, DType dtype) {
  std::size_t bytes = size_of(dtype);
  for (const std::size_t dimension : shape) {
    if (dimension != 0 && bytes > std::numeric_limits<std::size_t>::max() / dimension) {
      return std::nullopt;
    }
    bytes *= dimension;
  }
  return bytes;
}

Result<TensorInfo> read_tensor(const std::string& name, const JsonValue& fields,
                               std::size_t data_size) {
  if (name.size() > kMaxNameBytes) {
    return tensor_error(name, "has a name of " + std::to_string(name.size()) +
                                  " bytes, expected at most " + std::to_string(kMaxNameBytes));
  }
  if (fields.object() == nullptr) {
    return tensor_error(name, "is described by " + fields.shown() +
                                  ", expected an object with dtype, shape and data_offsets");
  }
  Result<DType> dtype = read_dtype(name, fields);
  if (!dtype) return dtype.error();
  Result<Shape> shape = read_shape(name, fields);
  if (!shape) return shape.error();
  const Result<Range> range = read_range(name, fields, data_size);
  if (!range) return range.error();
  const std::optional<std::size_t> bytes = byte_count(*shape, *dtype);
  if (bytes != range.value().end - range.value().begin) {
    return tensor_error(name, "takes " + std::to_string(range.value().end - range.value().begin) +
                                  " bytes, expected " +
                                  (bytes ? std::to_string(*bytes) : "more than memory holds") +
                                  " for " + name_of(*dtype) + " " + to_string(*shape));
  }
  return TensorInfo{name, *dtype, std::move(shape).value(), range.value().begin, range.value().end};
}

Status read_metadata(const JsonValue& value, std::map<std::string, std::string>& metadata) {
  const JsonObject* members = value.object();
  if (members == nullptr) {
    return invalid_file("__metadata__ is " + value.shown() + ", expected an object of strings");
  }
  for (const JsonMember& member : *members) {
    const std::string* text = member.value.string();
    if (text == nullptr) {
      return invalid_file("__metadata__ has " + member.value.shown() + " for " +
                          in_quotes(member.name) + ", expected a string");
    }
    metadata.emplace(member.name, *text);
  }
  return ok_status();
}

// A tensor without elements may share its begin with the next one and comes before it. Sorts
// pointers, because swapping whole descriptions takes more code.
void sort_by_offset(std::vector<TensorInfo>& tensors) {
  std::vector<TensorInfo*> order;
  order.reserve(tensors.size());
  for (TensorInfo& tensor : tensors) order.push_back(&tensor);
  small_sort(std::span(order), [](const TensorInfo* a, const TensorInfo* b) {
    return std::tie(a->begin, a->end, a->name) < std::tie(b->begin, b->end, b->name);
  });
  std::vector<TensorInfo> sorted;
  sorted.reserve(tensors.size());
  for (TensorInfo* tensor : order) sorted.push_back(std::move(*tensor));
  tensors = std::move(sorted);
}

// A checkpoint has many tensors, and a config asks for as many.
void sort_by_name(SafetensorsHeader& header) {
  header.by_name = places_by_text(
      header.tensors.data(), header.tensors.size(), [](const void* list, std::size_t place) {
        return std::string_view(static_cast<const TensorInfo*>(list)[place].name);
      });
}

// Every byte of the data section belongs to exactly one tensor: no overlaps, no unused bytes.
Status check_coverage(const SafetensorsHeader& header) {
  std::size_t covered = 0;
  for (const TensorInfo& tensor : header.tensors) {
    if (tensor.begin != covered) {
      return tensor_error(tensor.name,
                          "begins at byte " + std::to_string(tensor.begin) +
                              " of the data section, expected " + std::to_string(covered) + ": " +
                              (tensor.begin < covered ? "it overlaps the tensor before"
                                                      : "the bytes between are no tensor's"));
    }
    covered = tensor.end;
  }
  if (covered != header.data_size) {
    return invalid_file("the tensors end at byte " + std::to_string(covered) +
                        " of the data section, expected " + std::to_string(header.data_size) +
                        ", its size");
  }
  return ok_status();
}

// The tensors of a header. Without a size, that of the data section is where the last tensor ends.
Result<SafetensorsHeader> read_tensors(const JsonObject& members, std::size_t header_size,
                                       std::optional<std::size_t> data_size) {
  SafetensorsHeader header;
  header.data_start = header_size;
  header.data_size = data_size.value_or(kMaxFileBytes - header_size);
  for (const JsonMember& member : members) {
    if (member.name == "__metadata__") {
      if (Status status = read_metadata(member.value, header.metadata); !status) {
        return status.error();
      }
      continue;
    }
    Result<TensorInfo> tensor = read_tensor(member.name, member.value, header.data_size);
    if (!tensor) return tensor.error();
    header.tensors.push_back(std::move(tensor).value());
  }
  sort_by_offset(header.tensors);
  sort_by_name(header);
  if (!data_size) header.data_size = header.tensors.empty() ? 0 : header.tensors.back().end;
  if (Status status = check_coverage(header); !status) return status.error();
  return header;
}

}  // namespace

const TensorInfo* SafetensorsHeader::find(std::string_view name) const {
  const auto found = std::partition_point(by_name.begin(), by_name.end(), [&](std::uint32_t place) {
    return tensors[place].name < name;
  });
  if (found == by_name.end() || tensors[*found].name != name) return nullptr;
  return &tensors[*found];
}

Result<std::size_t> safetensors_header_size(std::span<const std::byte> first_8,
                                            std::optional<std::size_t> size_if_known) {
  const std::size_t file_size = size_if_known.value_or(kMaxFileBytes);
  if (file_size < kLengthBytes || first_8.size() < kLengthBytes) {
    return invalid_file("the file has " + std::to_string(size_if_known.value_or(first_8.size())) +
                        " bytes, expected a safetensors file, which begins with 8 bytes of header "
                        "length");
  }
  const auto length = number_at<std::uint64_t>(first_8.data());
  if (length > kMaxHeaderBytes) {
    // What often lies under the name of the weights: their first bytes say so.
    const std::string_view begin(reinterpret_cast<const char*>(first_8.data()), kLengthBytes);
    const char* what =
        begin == "version " ? "it is a Git LFS pointer, in whose place 'git lfs pull' puts the file"
        : begin.starts_with("PK\3\4") ? "it is a ZIP archive, such as torch.save writes; 'npx "
                                        "glassformer convert' tells how to make safetensors of it"
                                      : "it is no safetensors file of a transformer";
    return invalid_file("the file begins with a header length of " + std::to_string(length) +
                        " bytes, expected at most " + std::to_string(kMaxHeaderBytes) + ": " +
                        what);
  }
  if (length > file_size - kLengthBytes) {
    return invalid_file("the safetensors header is " + std::to_string(length) +
                        " bytes long, but only " + std::to_string(file_size - kLengthBytes) +
                        " follow in the file: it is cut off");
  }
  return kLengthBytes + static_cast<std::size_t>(length);
}

Result<SafetensorsHeader> parse_safetensors_header(std::span<const std::byte> bytes,
                                                   std::optional<std::size_t> file_size) {
  const Result<std::size_t> header_size = safetensors_header_size(bytes, file_size);
  if (!header_size) return header_size.error();
  if (bytes.size() < *header_size) {
    return invalid_argument("the header takes " + std::to_string(*header_size) +
                            " bytes of the file, but only " + std::to_string(bytes.size()) +
                            " were given");
  }

  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes,
                              *header_size - kLengthBytes);
  constexpr std::size_t kBytesOfTree = 24;  // at most, for each byte of text
  const MemorySize tree = MemorySize(text.size()) * kBytesOfTree;
  if (!check_available({}, tree)) {
    return out_of_memory(std::string(kHeader) + ", " + std::to_string(text.size()) +
                             " bytes, does not fit into memory",
                         tree.value());
  }
  Result<JsonValue> json = parse_json(text, kHeader);
  if (!json) return json.error();
  if (!text.starts_with('{')) {
    return invalid_file(std::string(kHeader) + " is " + json->shown() +
                        ", expected a JSON object that begins with its first byte");
  }

  if (!file_size) return read_tensors(*json->object(), *header_size, std::nullopt);
  const std::size_t data_size = *file_size - *header_size;
  Result<SafetensorsHeader> header = read_tensors(*json->object(), *header_size, data_size);
  if (header) return header;
  // Where nothing is wrong but that bytes are lacking, no tensor is to blame.
  const auto whole = read_tensors(*json->object(), *header_size, std::nullopt);
  if (whole && whole->data_size > data_size) {
    return invalid_file("the file is cut off: " + std::to_string(data_size) +
                        " bytes follow its header, which asks for " +
                        std::to_string(whole->data_size));
  }
  return header;
}

Result<SafetensorsFile> SafetensorsFile::open(std::span<const std::byte> bytes) {
  Result<SafetensorsHeader> header = parse_safetensors_header(bytes, bytes.size());
  if (!header) return header.error();
  SafetensorsFile file;
  file.header_ = std::move(header).value();
  file.bytes_ = bytes;
  return file;
}

std::span<const std::byte> SafetensorsFile::raw(const TensorInfo& info) const {
  assert(info.begin <= info.end && info.end <= header_.data_size);
  return bytes_.subspan(header_.data_start + info.begin, info.end - info.begin);
}

Result<Tensor> SafetensorsFile::floats(std::string_view name) const {
  const TensorInfo* info = header_.find(name);
  if (info == nullptr) {
    return invalid_file("the file has no tensor " + in_quotes(name));
  }
  Tensor tensor(info->shape);
  to_floats(info->dtype, raw(*info), tensor.data);
  return tensor;
}

}  // namespace glassformer
