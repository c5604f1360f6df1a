// GPT-2 of any size with random weights, as the bytes of a safetensors file that never exists as a
// whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "glassformer/config.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer::bench {

struct Gpt2Size {
  std::string name;
  std::size_t layers, d_model, heads, vocab_size, context;
};

ModelConfig config_of(const Gpt2Size& size);

/// The file, piece by piece, in Hugging Face's names and layouts.
class SyntheticFile {
 public:
  explicit SyntheticFile(const Gpt2Size& size);

  std::size_t size() const { return 8 + header_.size() + 4 * floats_; }
  /// Hands every piece to `take`, until it returns false.
  void send(const std::function<bool(std::span<const std::byte>)>& take) const;

 private:
  std::string header_;
  std::size_t floats_ = 0;
};

}  // namespace glassformer::bench
