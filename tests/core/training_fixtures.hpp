// A trainer whose parameters a test sets.
#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "glassformer/training.hpp"
#include "golden.hpp"

namespace glassformer::test {

/// Resumes a checkpoint of the trainer in which one parameter has these values.
inline void set_parameter(Trainer& trainer, const std::string& name,
                          std::span<const float> values) {
  std::vector<std::byte> file = trainer.checkpoint();
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  const auto* text = reinterpret_cast<const char*>(file.data()) + sizeof length;
  const auto header = nlohmann::json::parse(text, text + length);
  const auto place = header[name]["data_offsets"].get<std::vector<std::size_t>>();
  REQUIRE(place[1] - place[0] == values.size_bytes());
  std::memcpy(file.data() + sizeof length + length + place[0], values.data(), values.size_bytes());
  must(trainer.resume(file));
}

}  // namespace glassformer::test
