#include "model/key_value_pool.hpp"

#include <algorithm>

namespace glassformer {

void KeyValuePool::begin(std::span<const std::int32_t> parents, std::size_t length) {
  next_paths_.resize(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    next_paths_[i].clear();
    if (parents[i] < 0) continue;
    const auto& path = paths_[static_cast<std::size_t>(parents[i])];
    next_paths_[i].insert(next_paths_[i].end(), path.begin(), path.end());
  }
  paths_.swap(next_paths_);
  take_rows(parents.size() * length);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto first = taken_.begin() + static_cast<std::ptrdiff_t>(i * length);
    paths_[i].insert(paths_[i].end(), first, first + static_cast<std::ptrdiff_t>(length));
  }
  added_ = length;
}

// Rows that no hypothesis holds any more, and new ones where those do not suffice.
void KeyValuePool::take_rows(std::size_t needed) {
  const std::size_t capacity = blocks_.empty() ? 0 : blocks_[0].size() * kBlockRows;
  held_.assign(capacity, false);
  for (const auto& path : paths_) {
    for (std::uint32_t index : path) held_[index] = true;
  }
  taken_.clear();
  for (std::uint32_t index = 0; index < capacity && taken_.size() < needed; ++index) {
    if (!held_[index]) taken_.push_back(index);
  }
  for (auto index = static_cast<std::uint32_t>(capacity); taken_.size() < needed; ++index) {
    if (index % kBlockRows == 0) {
      for (auto& layer : blocks_)
        layer.push_back(std::make_unique<float[]>(kBlockRows * 2 * d_model_));
    }
    taken_.push_back(index);
  }
}

void KeyValuePool::extend(std::size_t layer, const float* qkv, KeyValueRows& rows) {
  rows.keys = paths_[0].size();
  rows.key_rows.clear();
  rows.value_rows.clear();
  for (std::size_t b = 0; b < paths_.size(); ++b) {
    const auto& path = paths_[b];
    for (std::size_t t = 0; t < added_; ++t) {
      const float* key_and_value = qkv + (b * added_ + t) * 3 * d_model_ + d_model_;
      std::copy_n(key_and_value, 2 * d_model_, row(layer, path[path.size() - added_ + t]));
    }
    for (std::uint32_t index : path) {
      rows.key_rows.push_back(row(layer, index));
      rows.value_rows.push_back(row(layer, index) + d_model_);
    }
  }
}

void KeyValuePool::clear() {
  paths_.clear();
  added_ = 0;
}

}  // namespace glassformer
