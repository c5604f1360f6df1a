// A safetensors file of any bytes. With a first byte of 'H' the rest is a header up to the first
// zero byte, then data: the length field is made to fit, so that mutations reach what lies behind
// it.
#include "glassformer/safetensors.hpp"

#include <cstring>

#include "expect.hpp"

namespace glassformer::fuzz {
namespace {

std::string file_of(std::string_view input) {
  if (!input.starts_with('H')) return std::string(input);
  const std::size_t end = std::min(input.find('\0'), input.size());
  const std::string_view header = input.substr(1, end - 1);
  std::string file(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(file.data(), &length, file.size());
  return file.append(header).append(input.substr(std::min(end + 1, input.size())));
}

void check(const SafetensorsFile& file, std::size_t file_size) {
  const SafetensorsHeader& header = file.header();
  expect(header.data_start + header.data_size == file_size, "the sections are the file");
  std::size_t covered = 0;
  for (const TensorInfo& info : header.tensors) {
    expect(info.begin == covered && info.end >= info.begin, "tensors follow each other");
    expect(info.end - info.begin == element_count(info.shape) * size_of(info.dtype),
           "a size follows from shape and dtype");
    covered = info.end;
    expect(file.raw(info).size() == info.end - info.begin, "raw bytes are all there");
    const Result<Tensor> floats = file.floats(info.name);
    expect(floats.ok() && floats.value().data.size() == element_count(info.shape),
           "every tensor has floats");
  }
  expect(covered == header.data_size, "the tensors fill the data section");
}

}  // namespace
}  // namespace glassformer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  const std::string file = fuzz::file_of(fuzz::text_of(data, size));
  const auto opened = SafetensorsFile::open(std::as_bytes(std::span(file)));
  if (opened) {
    fuzz::check(opened.value(), file.size());
  } else {
    fuzz::expect_sentence(opened.error());
  }
  return 0;
}
