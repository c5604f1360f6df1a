// Keys and values of every position that a hypothesis has passed, in rows that hypotheses share: a
// hypothesis is a list of row numbers, so reordering or dropping beams copies no floats.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/pass.hpp"

namespace glassformer {

class KeyValuePool final : public KeyValueCache {
 public:
  KeyValuePool(std::size_t layers, std::size_t d_model) : d_model_(d_model), blocks_(layers) {}

  /// The next pass adds `length` positions to each hypothesis; hypothesis i continues old
  /// hypothesis parents[i] (-1: none).
  void begin(std::span<const std::int32_t> parents, std::size_t length);
  void extend(std::size_t layer, const float* qkv, KeyValueRows& rows) override;
  void clear();

 private:
  static constexpr std::size_t kBlockRows = 64;
  using Block = std::unique_ptr<float[]>;  // (kBlockRows, 2D): key and value side by side

  float* row(std::size_t layer, std::uint32_t index) const {
    return blocks_[layer][index / kBlockRows].get() + index % kBlockRows * 2 * d_model_;
  }
  void take_rows(std::size_t needed);

  std::size_t d_model_;
  std::vector<std::vector<Block>> blocks_;         // per layer; blocks never move
  std::vector<std::vector<std::uint32_t>> paths_;  // per hypothesis: its rows, by position
  std::size_t added_ = 0;                          // positions that the pass under way adds

  // Kept from call to call, so that a token costs no memory.
  std::vector<std::vector<std::uint32_t>> next_paths_;
  std::vector<bool> held_;
  std::vector<std::uint32_t> taken_;  // rows that take_rows() found
};

}  // namespace glassformer
