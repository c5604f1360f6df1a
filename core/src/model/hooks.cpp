#include "glassformer/hooks.hpp"

#include <algorithm>
#include <limits>

#include "base/utf8.hpp"

namespace glassformer {
namespace {

// Where an edit acts in a tensor, and in portions of how many values.
struct Target {
  float* begin;
  std::size_t size;
  std::size_t row;  // the last dimension
};

void apply(const Edit& edit, const Target& target) {
  if (edit.action == Edit::Action::kScale) {
    // A masked score stays masked: 0 times -infinity would be NaN.
    for (std::size_t i = 0; i < target.size; ++i) {
      float& value = target.begin[i];
      if (value != -std::numeric_limits<float>::infinity()) value *= edit.factor;
    }
    return;
  }
  const std::size_t period = edit.values.size();
  for (std::size_t i = 0; i < target.size; ++i) {
    const float value = edit.values[i % period];
    target.begin[i] = edit.action == Edit::Action::kAdd ? target.begin[i] + value : value;
  }
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view name) {
  // Greedy matching that goes back to the last star only, so it is linear in practice and quadratic
  // at worst.
  std::size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

void HookList::record(std::string glob) { globs_.push_back(std::move(glob)); }

void HookList::edit(Edit edit) {
  edits_.push_back(std::move(edit));
  met_.push_back(false);
}

bool HookList::wants(std::string_view name) const {
  return std::any_of(globs_.begin(), globs_.end(),
                     [&](const std::string& glob) { return matches_glob(glob, name); }) ||
         std::any_of(edits_.begin(), edits_.end(),
                     [&](const Edit& edit) { return matches_glob(edit.hook, name); });
}

void HookList::visit(std::string_view name, const Shape& shape, float* values) {
  for (std::size_t i = 0; i < edits_.size(); ++i) {
    if (!matches_glob(edits_[i].hook, name)) continue;
    met_[i] = true;
    apply_edit(edits_[i], name, shape, values);
  }
  const bool recorded = std::any_of(globs_.begin(), globs_.end(), [&](const std::string& glob) {
    return matches_glob(glob, name);
  });
  if (!recorded) return;
  std::vector<float> copy(values, values + element_count(shape));
  recorded_.push_back({std::string(name), Tensor(shape, std::move(copy))});
}

void HookList::apply_edit(const Edit& edit, std::string_view name, const Shape& shape,
                          float* values) {
  // Tensors inside an attention are (H, T, K) or (H, Tq, Tk), with a batch (B, H, …). A tensor
  // (B, T, D) has no heads.
  const std::size_t size = element_count(shape);
  std::vector<Target> targets{{values, size, shape.back()}};
  if (edit.head) {
    const bool has_heads =
        shape.size() == 4 || (shape.size() == 3 && name.find("attn.") != std::string_view::npos);
    const std::size_t heads = has_heads ? shape[shape.size() - 3] : 0;
    if (*edit.head >= heads) {
      return complain("the edit of " + in_quotes(edit.hook) + " names head " +
                      std::to_string(*edit.head) + ", but '" + std::string(name) + "' has shape " +
                      to_string(shape) + ", which has " + std::to_string(heads) + " heads");
    }
    const std::size_t per_head = shape[shape.size() - 2] * shape.back();
    targets.clear();
    for (std::size_t start = *edit.head * per_head; start < size; start += heads * per_head) {
      targets.push_back({values + start, per_head, shape.back()});
    }
  }
  for (const Target& target : targets) {
    const bool fits = edit.action == Edit::Action::kScale || edit.values.size() == target.size ||
                      edit.values.size() == target.row;
    if (!fits || edit.values.empty() == (edit.action != Edit::Action::kScale)) {
      return complain("the edit of " + in_quotes(edit.hook) + " has " +
                      std::to_string(edit.values.size()) + " values; '" + std::string(name) +
                      "' of shape " + to_string(shape) + " takes " + std::to_string(target.size) +
                      ", or " + std::to_string(target.row) + " for every row");
    }
    apply(edit, target);
  }
}

void HookList::complain(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
}

std::vector<NamedTensor> HookList::take_recorded() { return std::exchange(recorded_, {}); }

Status HookList::status() const {
  if (!problem_.empty()) return invalid_argument(problem_);
  for (std::size_t i = 0; i < edits_.size(); ++i) {
    if (!met_[i]) {
      return invalid_argument("the edit or ablation of " + in_quotes(edits_[i].hook) +
                              " meets no tensor of this model");
    }
  }
  return ok_status();
}

}  // namespace glassformer
