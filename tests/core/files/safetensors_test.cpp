#include "glassformer/safetensors.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "golden.hpp"
#include "messages.hpp"
#include "shortest_time.hpp"

namespace glassformer {

using namespace test;

namespace {

// A file: length, header, data of the given size.
std::string file_of(const std::string& header, std::size_t data_size) {
  std::string file(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(file.data(), &length, 8);
  return file + header + std::string(data_size, '\1');
}

Result<SafetensorsFile> open_text(const std::string& file) {
  return SafetensorsFile::open(std::as_bytes(std::span(file)));
}

std::string message(const std::string& header, std::size_t data_size) {
  const Result<SafetensorsFile> file = open_text(file_of(header, data_size));
  CHECK(code_of(file) == ErrorCode::kInvalidFile);
  return message_of(file);
}

// One tensor 'w' described by the given fields.
std::string message_of_tensor(const std::string& fields, std::size_t data_size = 4) {
  return message("{\"w\":" + fields + "}", data_size);
}

template <typename Stored>
std::vector<float> floats_of(DType dtype, const std::vector<Stored>& values) {
  std::vector<char> bytes(1 + values.size() * sizeof(Stored));  // one byte off any alignment
  std::memcpy(bytes.data() + 1, values.data(), values.size() * sizeof(Stored));
  std::vector<float> floats(values.size());
  to_floats(dtype, std::as_bytes(std::span(bytes)).subspan(1), floats);
  return floats;
}

}  // namespace

TEST_CASE("every tensor of many is found by its name, and no other", "[safetensors]") {
  std::string header = "{";
  for (int i = 0; i < 300; ++i)  // in no order of the alphabet
    header += std::string(i == 0 ? "" : ",") + "\"t" + std::to_string(i * 7 % 300) +
              R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + std::to_string(i) + "," +
              std::to_string(i + 1) + "]}";
  const std::string file = file_of(header + "}", 300);
  const SafetensorsFile opened = must(open_text(file));
  for (std::size_t i = 0; i < 300; ++i) {
    const std::string name = "t" + std::to_string(i * 7 % 300);
    CAPTURE(name);
    REQUIRE(opened.contains(name));
    CHECK(opened.header().find(name)->begin == i);
    CHECK_FALSE(opened.contains(name + "."));
  }
  for (const char* absent : {"", "a", "t", "t300", "z"}) CHECK_FALSE(opened.contains(absent));
}

TEST_CASE("tensors are found by name, listed by offset, and read as floats", "[safetensors]") {
  std::string file = file_of(
      R"({"b":{"dtype":"F32","shape":[2],"data_offsets":[2,10]},"a":{"dtype":"F16","shape":[1,1],"data_offsets":[0,2]},"__metadata__":{"format":"pt"}}  )",
      10);
  const float values[2] = {1.5F, -2.0F};
  std::memcpy(file.data() + file.size() - 8, values, 8);
  const SafetensorsFile opened = must(open_text(file));
  CHECK(opened.header().metadata.at("format") == "pt");
  CHECK(opened.header().tensors[0].name == "a");
  CHECK(opened.header().data_size == 10);
  CHECK(opened.contains("b"));
  CHECK(opened.raw(*opened.header().find("a")).size() == 2);
  const Tensor b = must(opened.floats("b"));
  CHECK(b.shape == Shape{2});
  CHECK(b.data == std::vector<float>{1.5F, -2.0F});
  CHECK(message_of(opened.floats("c")) == "the file has no tensor 'c'");
}

TEST_CASE("an empty file of tensors, tensors without elements, and scalars are allowed",
          "[safetensors]") {
  CHECK(must(open_text(file_of("{}", 0))).header().tensors.empty());
  const std::string file = file_of(
      R"({"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]},"none":{"dtype":"F64","shape":[3,0],"data_offsets":[0,0]},"last":{"dtype":"I8","shape":[0],"data_offsets":[4,4]}})",
      4);
  const SafetensorsFile opened = must(open_text(file));
  CHECK(opened.header().tensors[0].name == "none");
  CHECK(opened.header().tensors[2].name == "last");
  CHECK(must(opened.floats("none")).data.empty());
  CHECK(must(opened.floats("x")).data.size() == 1);
}

TEST_CASE("a header's length is checked against the file and what a model needs", "[safetensors]") {
  CHECK(message_of(open_text("")) ==
        "the file has 0 bytes, expected a safetensors file, which begins with 8 bytes of header "
        "length");
  CHECK(message_of(open_text(std::string("\x10\0\0\0\0\0\0\0{}", 10))) ==
        "the safetensors header is 16 bytes long, but only 2 follow in the file: it is cut off");
  CHECK(message_of(open_text("<!doctype html>")) ==
        "the file begins with a header length of 8104636974849335612 bytes, expected at most "
        "16000000: it is no safetensors file of a transformer");
  // What often lies under the name of the weights.
  CHECK(message_of(open_text("version https://git-lfs.github.com/spec/v1"))
            .ends_with(": it is a Git LFS pointer, in whose place 'git lfs pull' puts the file"));
  CHECK(
      message_of(open_text(std::string("PK\3\4\0\0\x08\x08\0\0", 10)))
          .ends_with(": it is a ZIP archive, such as torch.save writes; 'npx glassformer convert' "
                     "tells how to make safetensors of it"));
  const auto of_length = [](std::uint64_t length) {
    return safetensors_header_size(std::as_bytes(std::span(&length, 1)), std::nullopt);
  };
  CHECK(must(of_length(16'000'000)) == 16'000'008);
  CHECK_FALSE(of_length(16'000'001).ok());
  CHECK_FALSE(open_text(std::string(8, '\xFF')).ok());
  const std::string file = file_of("{}", 5);
  const auto bytes = std::as_bytes(std::span(file));
  CHECK(must(safetensors_header_size(bytes.first(8), file.size())) == 10);
  CHECK(message_of(parse_safetensors_header(bytes.first(9), file.size())) ==
        "the header takes 10 bytes of the file, but only 9 were given");
}

TEST_CASE("a header that is no object of tensors is an error", "[safetensors]") {
  CHECK(message("[]", 0) ==
        "the safetensors header is a list, expected a JSON object that begins with its first "
        "byte");
  CHECK(message(" {}", 0).starts_with("the safetensors header is an object, expected"));
  CHECK(message("{\"a\":", 0) == "the safetensors header is not valid JSON: it ends too early");
  CHECK(message("", 0) == "the safetensors header is not valid JSON: it ends too early");
  CHECK(message(R"({"a":1,"a":1})", 0) ==
        "the safetensors header has the name 'a' twice in one object");
  CHECK(message(std::string(50'000, '[') + std::string(50'000, ']'), 0) ==
        "the safetensors header nests deeper than 64 levels");
  CHECK(message(R"({"__metadata__":{"n":1}})", 0) ==
        "__metadata__ has 1 for 'n', expected a string");
  CHECK(message(R"({"__metadata__":[]})", 0) ==
        "__metadata__ is a list, expected an object of strings");
}

TEST_CASE("every field of a tensor is checked, and the message names the tensor", "[safetensors]") {
  CHECK(message_of_tensor("3") ==
        "tensor 'w' is described by 3, expected an object with dtype, shape and data_offsets");
  CHECK(message_of_tensor(R"({"shape":[1],"data_offsets":[0,4]})") == "tensor 'w' has no dtype");
  CHECK(message_of_tensor(R"({"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]})") ==
        "tensor 'w' has the dtype 'F8_E4M3', expected one of F64, F32, F16, BF16, I64, I32, I16, "
        "I8, U64, U32, U16, U8, BOOL");
  CHECK(message_of_tensor(R"({"dtype":7,"shape":[1],"data_offsets":[0,4]})")
            .starts_with("tensor 'w' has the dtype 7, expected one of"));
  CHECK(message_of_tensor(R"({"dtype":"F32","data_offsets":[0,4]})") ==
        "tensor 'w' has no shape: expected a list of integers");
  for (const std::string dimension : {"-1", "1.0", "\"1\"", "18446744073709551615"}) {
    CHECK(
        message_of_tensor(R"({"dtype":"F32","shape":[)" + dimension + R"(],"data_offsets":[0,4]})")
            .starts_with("tensor 'w' has the dimension "));
  }
  CHECK(message_of_tensor(R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})") ==
        "tensor 'w' has the dimension -1 in its shape, expected an integer from 0 to " +
            std::to_string(std::min<std::uint64_t>(SIZE_MAX, INT64_MAX)));
  CHECK(message_of_tensor(R"({"dtype":"F32","shape":[1],"data_offsets":[0]})") ==
        "tensor 'w' has no data_offsets: expected a list of two integers");
  for (const std::string offsets :
       {"4,0", "0,5", "-4,0", "0,1e1", "9007199254740993,9007199254740997"}) {
    CHECK(message_of_tensor(R"({"dtype":"F32","shape":[1],"data_offsets":[)" + offsets + "]}")
              .ends_with("expected 0 <= begin <= end <= 4, the size of the data section"));
  }
}

TEST_CASE("a file that ends before its tensors do is said to be cut off", "[safetensors]") {
  const std::string header =
      R"({"b":{"dtype":"U8","shape":[6],"data_offsets":[4,10]},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  CHECK(open_text(file_of(header, 10)).ok());
  for (const std::size_t size : {0, 3, 4, 9}) {
    CHECK(message(header, size) == "the file is cut off: " + std::to_string(size) +
                                       " bytes follow its header, which asks for 10");
  }
  // What goes on is not cut off, nor is what a longer file would not mend.
  CHECK(message(header, 11) ==
        "the tensors end at byte 10 of the data section, expected 11, its size");
  CHECK(message(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}})", 4) ==
        "tensor 'a' has the data_offsets [4, 8], expected 0 <= begin <= end <= 4, the size of the "
        "data section");
}

TEST_CASE("a tensor with more dimensions or a longer name than a transformer's is an error",
          "[safetensors]") {
  std::string ones = "1";
  for (int i = 1; i < 8; ++i) ones += ",1";
  const auto of_shape = [](const std::string& shape) {
    return R"({"dtype":"U8","shape":[)" + shape + R"(],"data_offsets":[0,4]})";
  };
  CHECK(message_of_tensor(of_shape(ones)) ==
        "tensor 'w' takes 4 bytes, expected 1 for U8 [1, 1, 1, 1, 1, 1, 1, 1]");
  CHECK(message_of_tensor(of_shape(ones + ",1")) ==
        "tensor 'w' has 9 dimensions, expected at most 8");
  for (int i = 0; i < 16; ++i) ones += "," + ones;
  CHECK(message_of_tensor(of_shape(ones)).size() < 100);

  const auto named = [](std::size_t length) {
    return R"({")" + std::string(length, 'n') +
           R"(":{"dtype":"U8","shape":[2],"data_offsets":[0,1]}})";
  };
  CHECK(message(named(512), 1).ends_with("takes 1 bytes, expected 2 for U8 [2]"));
  CHECK(message(named(513), 1) ==
        "tensor '" + std::string(60, 'n') + "…' has a name of 513 bytes, expected at most 512");
}

TEST_CASE("a size that does not follow from shape and dtype is an error", "[safetensors]") {
  CHECK(message_of_tensor(R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})") ==
        "tensor 'w' takes 4 bytes, expected 8 for F32 [2]");
  CHECK(message_of_tensor(
            R"({"dtype":"F32","shape":[4294967295,4294967295,4294967295],"data_offsets":[0,4]})") ==
        "tensor 'w' takes 4 bytes, expected more than memory holds for F32 [4294967295, "
        "4294967295, 4294967295]");
  // 2^62 elements of 4 bytes wrap around to none.
  CHECK_FALSE(
      open_text(
          file_of(R"({"w":{"dtype":"F32","shape":[2147483648,2147483648],"data_offsets":[0,0]}})",
                  0))
          .ok());
}

TEST_CASE("overlaps, gaps and bytes left over are errors", "[safetensors]") {
  const auto two = [](const std::string& first, const std::string& second) {
    return R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + first +
           R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + second + "}}";
  };
  CHECK(message(two("[0,4]", "[2,6]"), 6) ==
        "tensor 'b' begins at byte 2 of the data section, expected 4: it overlaps the tensor "
        "before");
  CHECK(message(two("[0,4]", "[0,4]"), 4) ==
        "tensor 'b' begins at byte 0 of the data section, expected 4: it overlaps the tensor "
        "before");
  CHECK(message(two("[6,10]", "[0,4]"), 10) ==
        "tensor 'a' begins at byte 6 of the data section, expected 4: the bytes between are no "
        "tensor's");
  CHECK(message(two("[0,4]", "[4,8]"), 9) ==
        "the tensors end at byte 8 of the data section, expected 9, its size");
  CHECK(message("{}", 1) == "the tensors end at byte 0 of the data section, expected 1, its size");
}

TEST_CASE("every dtype becomes floats, from bytes of any alignment", "[safetensors]") {
  using Floats = std::vector<float>;
  CHECK(floats_of<double>(DType::kF64, {0.1, -1e300, 1e-320}) == Floats{0.1F, -INFINITY, 0.0F});
  CHECK(floats_of<float>(DType::kF32, {0.1F, -0.0F, 1e-42F}) == Floats{0.1F, -0.0F, 1e-42F});
  CHECK(floats_of<std::uint16_t>(DType::kBF16, {0x3F80, 0xC020, 0x7F80}) ==
        Floats{1.0F, -2.5F, INFINITY});
  CHECK(floats_of<std::int64_t>(DType::kI64, {-3, std::int64_t{1} << 40}) ==
        Floats{-3.0F, 0x1p40F});
  CHECK(floats_of<std::uint64_t>(DType::kU64, {~std::uint64_t{0}}) == Floats{0x1p64F});
  CHECK(floats_of<std::int32_t>(DType::kI32, {-5, 16777217}) == Floats{-5.0F, 16777216.0F});
  CHECK(floats_of<std::uint32_t>(DType::kU32, {4294967295U}) == Floats{0x1p32F});
  CHECK(floats_of<std::int16_t>(DType::kI16, {-7, 32767}) == Floats{-7.0F, 32767.0F});
  CHECK(floats_of<std::uint16_t>(DType::kU16, {65535}) == Floats{65535.0F});
  CHECK(floats_of<std::int8_t>(DType::kI8, {-128, 127}) == Floats{-128.0F, 127.0F});
  CHECK(floats_of<std::uint8_t>(DType::kU8, {255}) == Floats{255.0F});
  CHECK(floats_of<std::uint8_t>(DType::kBool, {0, 1}) == Floats{0.0F, 1.0F});
}

TEST_CASE("all 65536 halves have the value of their definition", "[safetensors]") {
  std::vector<std::uint16_t> halves(65536);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  const std::vector<float> floats = floats_of(DType::kF16, halves);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const int exponent = static_cast<int>(i >> 10 & 31);
    const auto fraction = static_cast<double>(i & 1023);
    const double sign = i >> 15 == 0 ? 1 : -1;
    if (exponent == 31) {
      CHECK((fraction == 0 ? floats[i] == sign * INFINITY : std::isnan(floats[i])));
      continue;
    }
    const double value =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    if (std::bit_cast<std::uint32_t>(floats[i]) !=
        std::bit_cast<std::uint32_t>(static_cast<float>(sign * value))) {
      FAIL("half " << i << " gives " << floats[i] << ", expected " << sign * value);
    }
  }
}

TEST_CASE("the golden files open", "[safetensors]") {
  for (const auto& entry : std::filesystem::directory_iterator(golden_dir())) {
    if (entry.path().extension() != ".safetensors") continue;
    CAPTURE(entry.path().string());
    CHECK_FALSE(TensorFile(entry.path()).names().empty());
  }
}

TEST_CASE("among ten thousand tensors each is found with a few comparisons", "[safetensors]") {
  constexpr std::size_t kTensors = 10'000;
  const auto name = [](std::size_t i) { return "transformer.h." + std::to_string(i) + ".bias"; };
  std::string header = "{";
  for (std::size_t i = 0; i < kTensors; ++i)
    header += "\"" + name(i) + "\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[" +
              std::to_string(i) + "," + std::to_string(i + 1) + "]},";
  header.back() = '}';
  const std::string bytes = file_of(header, kTensors);
  const SafetensorsFile file = must(open_text(bytes));
  const double reading = shortest_seconds([&] { must(open_text(bytes)); });
  const double finding = shortest_seconds([&] {
    for (std::size_t i = 0; i < kTensors; ++i) REQUIRE(file.contains(name(i)));
  });
  // One after the other they would be compared 50 million times.
  CHECK(finding < reading);
}

}  // namespace glassformer
