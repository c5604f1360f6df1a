// Keys and values of every position that a hypothesis has passed, in rows that hypotheses share: a
// hypothesis is a list of row numbers, so reordering or dropping beams copies no floats.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "glassformer/error.hpp"
#include "model/pass.hpp"

namespace glassformer {

class KeyValuePool final : public KeyValueCache {
 public:
  explicit KeyValuePool(const ModelConfig& config)
      : key_width_(config.key_width()),
        row_width_(config.key_width() + config.value_width()),
        blocks_(config.decoder_layers),
        rows_(config.decoder_layers) {}

  /// The next pass adds `length` positions to each hypothesis; hypothesis i continues old
  /// hypothesis parents[i] (-1: none). An Error that changes nothing where the rows would not fit
  /// into memory.
  Status begin(std::span<const std::int32_t> parents, std::size_t length);
  const KeyValueRows& extend(std::size_t layer, const float* keys, std::size_t stride) override;
  void clear();

 private:
  static constexpr std::size_t kBlockRows = 64;
  using Block = std::unique_ptr<float[]>;  // kBlockRows rows: key and value side by side

  float* row(std::size_t layer, std::uint32_t index) const {
    return blocks_[layer][index / kBlockRows].get() + index % kBlockRows * row_width_;
  }
  std::size_t capacity() const { return blocks_[0].size() * kBlockRows; }
  void find_free_rows(std::size_t needed);
  Status add_blocks(std::size_t needed);

  std::size_t key_width_;
  std::size_t row_width_;
  std::vector<std::vector<Block>> blocks_;         // per layer; blocks never move
  std::vector<std::vector<std::uint32_t>> paths_;  // per hypothesis: its rows, by position
  std::size_t added_ = 0;                          // positions that the pass under way adds
  std::vector<KeyValueRows> rows_;                 // where the paths' rows lie: per layer of one
  bool grows_ = false;  // the pass under way only adds rows to the one path there is

  // Kept from call to call, so that a step allocates nothing.
  std::vector<std::vector<std::uint32_t>> next_paths_;
  std::vector<bool> held_;
  std::vector<std::uint32_t> taken_;  // rows for the new positions
};

}  // namespace glassformer
