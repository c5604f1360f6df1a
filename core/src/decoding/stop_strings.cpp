#include "decoding/stop_strings.hpp"

#include <algorithm>
#include <cassert>

namespace glassformer {

StopWatch::StopWatch(std::span<const std::string> strings, const Tokenizer* tokenizer)
    : strings_(strings) {
  if (strings.empty()) return;
  assert(tokenizer != nullptr);
  decoder_.emplace(*tokenizer);
  longest_ = std::ranges::max(strings, {}, &std::string::size).size();
}

bool StopWatch::push(TokenId id) {
  if (!watches()) return false;
  end_ += decoder_->push(id);
  const bool met = std::ranges::any_of(strings_, [this](const std::string& string) {
    return end_.find(string) != std::string::npos;
  });
  if (end_.size() >= longest_) end_.erase(0, end_.size() - (longest_ - 1));
  return met;
}

}  // namespace glassformer
