#include "model/key_value_pool.hpp"

#include <algorithm>

#include "glassformer/memory_limit.hpp"

namespace glassformer {

Status KeyValuePool::begin(std::span<const std::int32_t> parents, std::size_t length) {
  grows_ = paths_.size() == 1 && parents.size() == 1 && parents[0] == 0;
  next_paths_.resize(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    next_paths_[i].clear();
    if (parents[i] < 0) continue;
    const auto& path = paths_[static_cast<std::size_t>(parents[i])];
    next_paths_[i].insert(next_paths_[i].end(), path.begin(), path.end());
  }
  const std::size_t needed = parents.size() * length;
  find_free_rows(needed);
  if (taken_.size() < needed) {
    if (Status status = add_blocks(needed - taken_.size()); !status) return status;
    find_free_rows(needed);
  }
  paths_.swap(next_paths_);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto first = taken_.begin() + static_cast<std::ptrdiff_t>(i * length);
    paths_[i].insert(paths_[i].end(), first, first + static_cast<std::ptrdiff_t>(length));
  }
  added_ = length;
  return ok_status();
}

// Up to `needed` rows that no hypothesis of next_paths_ holds any more.
void KeyValuePool::find_free_rows(std::size_t needed) {
  held_.assign(capacity(), false);
  for (const auto& path : next_paths_) {
    for (std::uint32_t index : path) held_[index] = true;
  }
  taken_.clear();
  for (std::uint32_t index = 0; index < capacity() && taken_.size() < needed; ++index) {
    if (!held_[index]) taken_.push_back(index);
  }
}

Status KeyValuePool::add_blocks(std::size_t needed) {
  const std::size_t count = (needed + kBlockRows - 1) / kBlockRows;
  const MemorySize layer = MemorySize(kBlockRows) * row_width_ * sizeof(float);
  const MemorySize held = layer * blocks_.size() * blocks_[0].size();
  const MemorySize added = layer * blocks_.size() * count;
  if (Status s = check_memory("the key–value cache", added, {}, held); !s) return s;
  for (auto& blocks : blocks_) {
    for (std::size_t i = 0; i < count; ++i)
      blocks.push_back(std::make_unique<float[]>(kBlockRows * row_width_));
  }
  return ok_status();
}

const KeyValueRows& KeyValuePool::extend(std::size_t layer, const float* keys, std::size_t stride) {
  // What one path has had before is kept; of several every layer makes the list anew.
  KeyValueRows& rows = rows_[paths_.size() == 1 ? layer : 0];
  const std::size_t known = grows_ ? rows.keys : 0;
  rows.keys = paths_[0].size();
  rows.key_rows.resize(known);
  rows.value_rows.resize(known);
  for (std::size_t b = 0; b < paths_.size(); ++b) {
    const auto& path = paths_[b];
    for (std::size_t t = 0; t < added_; ++t)
      std::copy_n(keys + (b * added_ + t) * stride, row_width_,
                  row(layer, path[path.size() - added_ + t]));
    for (std::size_t t = known; t < path.size(); ++t) {
      rows.key_rows.push_back(row(layer, path[t]));
      rows.value_rows.push_back(rows.key_rows.back() + key_width_);
    }
  }
  return rows;
}

void KeyValuePool::clear() {
  paths_.clear();
  added_ = 0;
}

}  // namespace glassformer
