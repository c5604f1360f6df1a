// Watches generated text for stop strings, wherever the tokens' borders fall.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "glassformer/tokenizer.hpp"

namespace glassformer {

class StopWatch {
 public:
  /// Without strings it waits for nothing and needs no tokenizer. Both must outlive it and its
  /// copies.
  StopWatch(std::span<const std::string> strings, const Tokenizer* tokenizer);

  bool watches() const { return decoder_.has_value(); }
  /// Takes the next token; whether the text now holds one of the strings.
  bool push(TokenId id);

 private:
  std::span<const std::string> strings_;
  std::optional<StreamDecoder> decoder_;
  std::size_t longest_ = 0;
  std::string end_;  // as much of the text's end as a stop string could begin in
};

}  // namespace glassformer
