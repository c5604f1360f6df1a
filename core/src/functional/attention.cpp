#include "glassformer/attention.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "functional/scores.hpp"
#include "glassformer/memory_limit.hpp"
#include "model/attention.hpp"
#include "model/positions.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer {
namespace {

// Copies the scores that the hooks of attend() see.
class ScoreCollector final : public Hooks {
 public:
  explicit ScoreCollector(AttentionOutput& out) : out_(out) {}

  bool wants(std::string_view name) const override { return name != "z"; }
  void visit(std::string_view name, const Shape& shape, float* values) override {
    Tensor& tensor = name == "raw_scores" ? out_.raw_scores
                     : name == "scores"   ? out_.scores
                                          : out_.pattern;
    tensor = Tensor(shape, std::vector<float>(values, values + element_count(shape)));
  }

 private:
  AttentionOutput& out_;
};

// Pointers to the rows of x (H, T, width). attend() expects the heads of a row side by side; here
// each head is a batch entry with one head.
std::vector<const float*> row_pointers(const TensorView& x) {
  const std::size_t rows = x.shape[0] * x.shape[1];
  std::vector<const float*> pointers(rows);
  for (std::size_t i = 0; i < rows; ++i) pointers[i] = x.data + i * x.shape[2];
  return pointers;
}

Status check(const TensorView& query, const TensorView& key, const TensorView& value) {
  if (query.shape.size() != 3 || key.shape.size() != 3 || value.shape.size() != 3) {
    return invalid_argument("query, key and value must have shape (heads, length, width), found " +
                            to_string(query.shape) + ", " + to_string(key.shape) + " and " +
                            to_string(value.shape));
  }
  const bool fits = query.shape[0] == key.shape[0] && query.shape[0] == value.shape[0] &&
                    query.shape[2] == key.shape[2] && key.shape[1] == value.shape[1];
  if (!fits) {
    return invalid_argument("query " + to_string(query.shape) + ", key " + to_string(key.shape) +
                            " and value " + to_string(value.shape) +
                            " do not fit: all need the same heads, query and key the same width, "
                            "key and value the same length");
  }
  return ok_status();
}

Status check_mask(const TensorView& mask, const TensorView& query, const TensorView& key) {
  if (mask.data == nullptr && mask.shape.empty()) return ok_status();
  const Shape per_head{query.shape[0], query.shape[1], key.shape[1]};
  const Shape shared{per_head[1], per_head[2]};
  if (mask.shape == shared || mask.shape == per_head) return ok_status();
  return invalid_argument("attn_mask must have shape " + to_string(shared) + " or " +
                          to_string(per_head) + ", found " + to_string(mask.shape));
}

// Scores raw, masked and normalised, those that attend() works on or one of them as a caller gets
// it, and all of the result once more on its way there; z likewise.
MemorySize attention_bytes(const TensorView& query, const TensorView& key,
                           const TensorView& value) {
  const MemorySize rows = MemorySize(query.shape[0]) * query.shape[1];
  return rows * (MemorySize(key.shape[1]) * 7 + MemorySize(value.shape[2]) * 3) * sizeof(float);
}

std::string sizes_in_words(std::size_t queries, std::size_t keys, std::size_t heads) {
  return "attention of " + std::to_string(queries) + " queries to " + std::to_string(keys) +
         " keys in " + std::to_string(heads) + (heads == 1 ? " head" : " heads");
}

Status check_matrix(const char* name, const TensorView& w, std::size_t rows) {
  if (w.shape.size() == 2 && w.shape[0] == rows && w.shape[1] > 0) return ok_status();
  return invalid_argument(std::string(name) + " must have shape [" + std::to_string(rows) +
                          ", width], found " + to_string(w.shape));
}

std::optional<Tensor> product(const TensorView& x, const TensorView& w) {
  PackedMatrix packed(kernels::active(), w.shape[0], w.shape[1]);
  Tensor y({x.shape[0], w.shape[1]});
  if (!packed.allocate()) return std::nullopt;
  packed.store({w.data, w.size()}, WeightLayout::kInOut, 0, w.shape[1]);
  packed.multiply(x.data, x.shape[1], x.shape[0], nullptr, y.data.data());
  return y;
}

TensorView one_head(const Tensor& x) { return {x.data.data(), {1, x.shape[0], x.shape[1]}}; }

}  // namespace

Result<AttentionOutput> attention(const TensorView& query, const TensorView& key,
                                  const TensorView& value, float scale, const AttentionMask& mask) {
  if (Status status = check(query, key, value); !status) return status.error();
  if (Status status = check_mask(mask.additive, query, key); !status) return status.error();
  const std::size_t heads = query.shape[0], queries = query.shape[1], keys = key.shape[1];
  if (query.size() == 0 || key.size() == 0) {
    return invalid_argument("query and key must not be empty, found shapes " +
                            to_string(query.shape) + " and " + to_string(key.shape));
  }
  if (!std::isfinite(scale)) {
    return invalid_argument("scale must be a number that a 32-bit float holds, found " +
                            std::to_string(scale));
  }
  const std::string sizes = sizes_in_words(queries, keys, heads);
  if (Status status = check_memory(sizes, attention_bytes(query, key, value)); !status)
    return status.error();

  AttentionOutput out;
  out.z = Tensor({heads, queries, value.shape[2]});

  const auto key_rows = row_pointers(key), value_rows = row_pointers(value);
  std::vector<std::uint8_t> padding;
  for (std::size_t h = 0; mask.key_padding != nullptr && h < heads; ++h) {
    padding.insert(padding.end(), mask.key_padding, mask.key_padding + keys);
  }
  AttentionProblem problem;
  problem.batch = heads;
  problem.queries = queries;
  problem.keys = keys;
  problem.key_width = query.shape[2];
  problem.value_width = value.shape[2];
  problem.scale = scale;
  problem.q = query.data;
  problem.q_stride = query.shape[2];
  problem.key_rows = key_rows.data();
  problem.value_rows = value_rows.data();
  problem.causal = mask.causal;
  problem.additive = mask.additive.data;
  problem.additive_batch_stride = mask.additive.shape.size() == 3 ? queries * keys : 0;
  problem.key_padding = padding.empty() ? nullptr : padding.data();
  problem.z = out.z.data.data();
  problem.z_stride = value.shape[2];

  ScoreCollector collector(out);
  AttentionScratch scratch;
  attend(kernels::active(), problem, scratch, HookScope(&collector));
  if (Status status = check_scores(problem, out.raw_scores.data.data()); !status)
    return status.error();
  for (Tensor* tensor : {&out.raw_scores, &out.scores, &out.pattern})
    tensor->shape = {heads, queries, keys};
  return out;
}

Result<SelfAttention> self_attention(const TensorView& x, const TensorView& w_query,
                                     const TensorView& w_key, const TensorView& w_value,
                                     bool scaled, const AttentionMask& mask) {
  if (x.shape.size() != 2 || x.size() == 0) {
    return invalid_argument("x must have shape [length, width] and hold a number at least, found " +
                            to_string(x.shape));
  }
  for (const auto& [name, w] :
       {std::pair{"w_query", &w_query}, {"w_key", &w_key}, {"w_value", &w_value}}) {
    if (Status status = check_matrix(name, *w, x.shape[1]); !status) return status.error();
  }
  if (w_query.shape[1] != w_key.shape[1]) {
    return invalid_argument("w_query " + to_string(w_query.shape) + " and w_key " +
                            to_string(w_key.shape) + " must be equally wide");
  }
  // What is returned, projections three times and what attention() makes of them four times on its
  // way to a caller, of which an object inside of another takes one.
  const MemorySize rows = x.shape[0];
  const MemorySize projected_bytes =
      rows * (MemorySize(w_key.shape[1]) * 6 + MemorySize(w_value.shape[1]) * 7 + rows * 12) *
      sizeof(float);
  const std::string sizes = "self-attention of x " + to_string(x.shape);
  if (Status status = check_memory(sizes, projected_bytes); !status) return status.error();
  SelfAttention result;
  for (const auto& [weight, target] :
       {std::pair{&w_query, &result.query}, {&w_key, &result.key}, {&w_value, &result.value}}) {
    auto projected = product(x, *weight);
    if (!projected)
      return out_of_memory(
          "a weight of shape " + to_string(weight->shape) + " does not fit into memory",
          (MemorySize(weight->size()) * sizeof(float)).value());
    *target = *std::move(projected);
  }
  const float scale = scaled ? 1.0F / std::sqrt(static_cast<float>(w_key.shape[1])) : 1.0F;
  auto output =
      attention(one_head(result.query), one_head(result.key), one_head(result.value), scale, mask);
  if (!output) return output.error();
  result.attention = std::move(output).value();
  return result;
}

Tensor positional_encoding(std::size_t n, std::size_t d, std::size_t first) {
  Tensor table({n, d});
  write_sinusoids(n, d, first, table.data.data());
  return table;
}

Tensor softmax(const TensorView& x) {
  Tensor y(x.shape, std::vector<float>(x.data, x.data + x.size()));
  const std::size_t width = x.shape.empty() ? 1 : x.shape.back();
  for (std::size_t start = 0; start < y.data.size(); start += width)
    kernels::active().softmax(y.data.data() + start, width);
  return y;
}

}  // namespace glassformer
