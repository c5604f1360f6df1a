// torch.nn.functional.multi_head_attention_forward: its shapes, its masks and its errors.
#include <algorithm>
#include <cmath>
#include <limits>

#include "functional/scores.hpp"
#include "glassformer/attention.hpp"
#include "glassformer/memory_limit.hpp"
#include "model/attention.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer {
namespace {

// An empty one has a shape and no data.
bool is_given(const TensorView& tensor) { return tensor.data != nullptr || !tensor.shape.empty(); }

struct Sizes {
  std::size_t length, batch, embed, source, heads;
};

Error too_wide(std::size_t embed) {
  return out_of_memory(
      "multi-head attention over a width of " + std::to_string(embed) + " does not fit into memory",
      (MemorySize(embed) * embed * sizeof(float)).value());
}

Status expect(const char* name, const TensorView& tensor, const Shape& shape) {
  if (is_given(tensor) && tensor.shape == shape) return ok_status();
  return invalid_argument(std::string(name) + " must have shape " + to_string(shape) + ", found " +
                          (is_given(tensor) ? to_string(tensor.shape) : "none"));
}

Status check_inputs(const MultiheadAttention& module, const TensorView& query,
                    const TensorView& key, const TensorView& value) {
  if (query.shape.size() != 3 || key.shape.size() != 3 || value.shape.size() != 3) {
    return invalid_argument("query, key and value must be 3-D (length, batch, width), found " +
                            to_string(query.shape) + ", " + to_string(key.shape) + " and " +
                            to_string(value.shape));
  }
  if (query.size() == 0 || key.size() == 0 || value.size() == 0)
    return invalid_argument("query, key and value must not be empty, found shapes " +
                            to_string(query.shape) + ", " + to_string(key.shape) + " and " +
                            to_string(value.shape));
  if (key.shape[0] != value.shape[0] || key.shape[1] != value.shape[1]) {
    return invalid_argument("key's length and batch " + to_string({key.shape[0], key.shape[1]}) +
                            " do not match value's " + to_string({value.shape[0], value.shape[1]}));
  }
  if (query.shape[1] != key.shape[1]) {
    return invalid_argument("query has a batch of " + std::to_string(query.shape[1]) + ", key of " +
                            std::to_string(key.shape[1]));
  }
  if (module.num_heads == 0 || query.shape[2] % module.num_heads != 0) {
    return invalid_argument("embed_dim " + std::to_string(query.shape[2]) +
                            " is not divisible by num_heads " + std::to_string(module.num_heads));
  }
  return ok_status();
}

Status check_weights(const MultiheadAttention& m, std::size_t embed, std::size_t kdim,
                     std::size_t vdim) {
  if (is_given(m.in_proj_weight)) {
    if (is_given(m.q_proj_weight) || is_given(m.k_proj_weight) || is_given(m.v_proj_weight)) {
      return invalid_argument(
          "in_proj_weight stands in the place of q_proj_weight, k_proj_weight and v_proj_weight, "
          "found both");
    }
    if (kdim != embed || vdim != embed) {
      return invalid_argument("a packed in_proj_weight needs key and value as wide as query (" +
                              std::to_string(embed) + "), found " + std::to_string(kdim) + " and " +
                              std::to_string(vdim));
    }
    if (Status s = expect("in_proj_weight", m.in_proj_weight, {3 * embed, embed}); !s) return s;
  } else {
    if (Status s = expect("q_proj_weight", m.q_proj_weight, {embed, embed}); !s) return s;
    if (Status s = expect("k_proj_weight", m.k_proj_weight, {embed, kdim}); !s) return s;
    if (Status s = expect("v_proj_weight", m.v_proj_weight, {embed, vdim}); !s) return s;
  }
  if (is_given(m.in_proj_bias)) {
    if (Status s = expect("in_proj_bias", m.in_proj_bias, {3 * embed}); !s) return s;
  }
  if (is_given(m.out_proj_bias)) {
    if (Status s = expect("out_proj_bias", m.out_proj_bias, {embed}); !s) return s;
  }
  return expect("out_proj_weight", m.out_proj_weight, {embed, embed});
}

Status check_masks(const MultiheadAttentionMasks& masks, const Sizes& s) {
  const TensorView& mask = masks.attn_mask;
  if (is_given(mask)) {
    const Shape flat{s.length, s.source}, deep{s.batch * s.heads, s.length, s.source};
    if (mask.shape.size() == 2 && mask.shape != flat) {
      return invalid_argument("the shape of the 2D attn_mask is " + to_string(mask.shape) +
                              ", but should be " + to_string(flat));
    }
    if (mask.shape.size() == 3 && mask.shape != deep) {
      return invalid_argument("the shape of the 3D attn_mask is " + to_string(mask.shape) +
                              ", but should be " + to_string(deep));
    }
    if (mask.shape.size() != 2 && mask.shape.size() != 3) {
      return invalid_argument("attn_mask's dimension " + std::to_string(mask.shape.size()) +
                              " is not supported, only 2 and 3 are");
    }
  }
  if (!masks.key_padding_mask.empty() && masks.key_padding_mask.size() != s.batch * s.source) {
    return invalid_argument("key_padding_mask should have shape " + to_string({s.batch, s.source}) +
                            ", found " + std::to_string(masks.key_padding_mask.size()) + " values");
  }
  return ok_status();
}

// Weights per head and their mean, three times on their way to a caller, which is more than the
// scores that attend() works on; the mask's copy; the projections, each in both layouts, and the
// output likewise.
Status check_size(const MultiheadAttentionMasks& masks, const Sizes& s) {
  const MemorySize batch = s.batch, heads = s.heads, length = s.length, source = s.source;
  const MemorySize scores = batch * (heads + 1) * 3 * length * source;
  const MemorySize mask = masks.attn_mask.size();
  const MemorySize rows = batch * s.embed * (length * 7 + source * 4);
  const std::string what = "multi-head attention of " + std::to_string(s.length) + " queries to " +
                           std::to_string(s.source) + " keys (batch " + std::to_string(s.batch) +
                           ", num_heads " + std::to_string(s.heads) + ")";
  return check_memory(what, (scores + mask + rows) * sizeof(float));
}

// y (rows of x, out) = x · wᵀ + bias
bool project(const TensorView& x, const float* weight, std::size_t out, const float* bias,
             std::vector<float>& y) {
  const std::size_t in = x.shape.back(), rows = x.size() / in;
  PackedMatrix packed(kernels::active(), in, out);
  if (!packed.allocate()) return false;
  packed.store({weight, in * out}, WeightLayout::kOutIn, 0, out);
  y.resize(rows * out);
  packed.multiply(x.data, in, rows, bias, y.data());
  return true;
}

// From sequence first (T, N, E) to batch first (N, T, E).
std::vector<float> batch_first(const std::vector<float>& x, std::size_t length, std::size_t batch,
                               std::size_t width) {
  std::vector<float> y(x.size());
  for (std::size_t t = 0; t < length; ++t)
    for (std::size_t b = 0; b < batch; ++b)
      std::copy_n(x.data() + (t * batch + b) * width, width, y.data() + (b * length + t) * width);
  return y;
}

std::vector<const float*> row_pointers(const std::vector<float>& x, std::size_t width) {
  std::vector<const float*> rows(x.size() / width);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = x.data() + i * width;
  return rows;
}

// Copies the pattern and checks the scores that it comes from.
class PatternCollector final : public Hooks {
 public:
  PatternCollector(Tensor& pattern, const AttentionProblem& problem)
      : pattern_(pattern), problem_(problem) {}
  bool wants(std::string_view name) const override {
    return name == "raw_scores" || name == "pattern";
  }
  void visit(std::string_view name, const Shape&, float* values) override {
    if (name == "raw_scores")
      scores_ = check_scores(problem_, values);
    else
      std::copy_n(values, pattern_.data.size(), pattern_.data.begin());
  }
  const Status& scores() const { return scores_; }

 private:
  Tensor& pattern_;
  const AttentionProblem& problem_;
  Status scores_ = ok_status();
};

// The additive form of a boolean mask.
std::vector<float> additive_mask(const MultiheadAttentionMasks& masks) {
  std::vector<float> values(masks.attn_mask.data, masks.attn_mask.data + masks.attn_mask.size());
  if (masks.attn_mask_is_boolean) {
    for (float& value : values)
      value = value != 0.0F ? -std::numeric_limits<float>::infinity() : 0.0F;
  }
  return values;
}

Tensor mean_over_heads(const Tensor& per_head) {
  const std::size_t batch = per_head.shape[0], heads = per_head.shape[1],
                    block = per_head.shape[2] * per_head.shape[3];
  Tensor mean({batch, per_head.shape[2], per_head.shape[3]});
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      kernels::active().axpy(1.0F / static_cast<float>(heads),
                             per_head.data.data() + (b * heads + h) * block,
                             mean.data.data() + b * block, block);
  return mean;
}

}  // namespace

Result<MultiheadAttentionOutput> multihead_attention(const MultiheadAttention& module,
                                                     const TensorView& query, const TensorView& key,
                                                     const TensorView& value,
                                                     const MultiheadAttentionMasks& masks) {
  if (Status s = check_inputs(module, query, key, value); !s) return s.error();
  const Sizes sizes{query.shape[0], query.shape[1], query.shape[2], key.shape[0], module.num_heads};
  const std::size_t embed = sizes.embed;
  if (Status s = check_weights(module, embed, key.shape[2], value.shape[2]); !s) return s.error();
  if (Status s = check_masks(masks, sizes); !s) return s.error();
  if (Status s = check_size(masks, sizes); !s) return s.error();

  const float* packed = module.in_proj_weight.data;
  const float* bias = module.in_proj_bias.data;
  const auto in_weight = [&](std::size_t part, const TensorView& own) {
    return packed != nullptr ? packed + part * embed * embed : own.data;
  };
  const auto in_bias = [&](std::size_t part) {
    return bias != nullptr ? bias + part * embed : nullptr;
  };
  std::vector<float> q, k, v;
  const bool enough = project(query, in_weight(0, module.q_proj_weight), embed, in_bias(0), q) &&
                      project(key, in_weight(1, module.k_proj_weight), embed, in_bias(1), k) &&
                      project(value, in_weight(2, module.v_proj_weight), embed, in_bias(2), v);
  if (!enough) return too_wide(embed);
  q = batch_first(q, sizes.length, sizes.batch, embed);
  k = batch_first(k, sizes.source, sizes.batch, embed);
  v = batch_first(v, sizes.source, sizes.batch, embed);
  const auto key_rows = row_pointers(k, embed), value_rows = row_pointers(v, embed);
  const std::vector<float> mask = additive_mask(masks);
  std::vector<float> z(q.size());

  AttentionProblem problem;
  problem.batch = sizes.batch;
  problem.heads = sizes.heads;
  problem.queries = sizes.length;
  problem.keys = sizes.source;
  problem.key_width = problem.value_width = embed / sizes.heads;
  problem.scale = 1.0F / std::sqrt(static_cast<float>(problem.key_width));
  problem.q = q.data();
  problem.q_stride = problem.z_stride = embed;
  problem.key_rows = key_rows.data();
  problem.value_rows = value_rows.data();
  problem.additive = mask.empty() ? nullptr : mask.data();
  if (masks.attn_mask.shape.size() == 3) {
    problem.additive_head_stride = sizes.length * sizes.source;
    problem.additive_batch_stride = sizes.heads * problem.additive_head_stride;
  }
  problem.key_padding = masks.key_padding_mask.empty() ? nullptr : masks.key_padding_mask.data();
  problem.z = z.data();

  MultiheadAttentionOutput out;
  out.weights_per_head = Tensor({sizes.batch, sizes.heads, sizes.length, sizes.source});
  PatternCollector collector(out.weights_per_head, problem);
  AttentionScratch scratch;
  attend(kernels::active(), problem, scratch, HookScope(&collector));
  if (!collector.scores()) return collector.scores().error();

  // Back to sequence first: transposing (N, L, E) is the same move with the roles of batch and
  // length changed.
  const std::vector<float> joined = batch_first(z, sizes.batch, sizes.length, embed);
  out.output = Tensor(query.shape);
  if (!project({joined.data(), query.shape}, module.out_proj_weight.data, embed,
               module.out_proj_bias.data, out.output.data)) {
    return too_wide(embed);
  }
  out.weights = mean_over_heads(out.weights_per_head);
  return out;
}

}  // namespace glassformer
