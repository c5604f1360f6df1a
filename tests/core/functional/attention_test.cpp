// The plain functions of attention and their edges.
#include "glassformer/attention.hpp"

#include "checkpoint.hpp"
#include "extremes.hpp"
#include "golden.hpp"

namespace glassformer {
namespace {

using namespace test;

struct Inputs {
  Tensor q, k, v;
};

Inputs inputs(std::size_t heads, std::size_t tq, std::size_t tk, std::size_t width,
              std::size_t value_width) {
  Generator g(11);
  return {random_tensor(g, {heads, tq, width}, 1.0F), random_tensor(g, {heads, tk, width}, 1.0F),
          random_tensor(g, {heads, tk, value_width}, 1.0F)};
}

AttentionOutput attention_of(const Inputs& in, const AttentionMask& mask = {}) {
  return must(attention(in.q.view(), in.k.view(), in.v.view(), 0.5F, mask));
}

}  // namespace

TEST_CASE("attention agrees with a plain double sum, with values of another width", "[attention]") {
  const Inputs in = inputs(2, 3, 5, 4, 7);
  const AttentionOutput out = attention_of(in);
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t i = 0; i < 3; ++i) {
      double scores[5], total = 0;
      for (std::size_t j = 0; j < 5; ++j) {
        scores[j] = 0;
        for (std::size_t c = 0; c < 4; ++c)
          scores[j] +=
              static_cast<double>(in.q.data[(h * 3 + i) * 4 + c]) * in.k.data[(h * 5 + j) * 4 + c];
        CHECK_THAT(out.raw_scores.data[(h * 3 + i) * 5 + j],
                   Catch::Matchers::WithinAbs(scores[j], 1e-5));
        total += scores[j] = std::exp(scores[j] * 0.5);
      }
      for (std::size_t c = 0; c < 7; ++c) {
        double z = 0;
        for (std::size_t j = 0; j < 5; ++j) z += scores[j] / total * in.v.data[(h * 5 + j) * 7 + c];
        CHECK_THAT(out.z.data[(h * 3 + i) * 7 + c], Catch::Matchers::WithinAbs(z, 1e-5));
      }
    }
  }
}

TEST_CASE("masks hide keys exactly, each alone and all together", "[attention]") {
  const Inputs in = inputs(1, 4, 4, 3, 3);
  const std::vector<std::uint8_t> padding{0, 1, 0, 0};
  Tensor additive({4, 4});
  additive.data[3 * 4 + 0] = -kInfinity;
  additive.data[2 * 4 + 2] = 2.0F;
  const AttentionOutput out = attention_of(in, {true, additive.view(), padding.data()});
  const auto weight = [&](std::size_t i, std::size_t j) { return out.pattern.data[i * 4 + j]; };
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(weight(i, 1) == 0.0F);
    for (std::size_t j = i + 1; j < 4; ++j) CHECK(weight(i, j) == 0.0F);
  }
  CHECK(weight(3, 0) == 0.0F);
  CHECK(weight(0, 0) == 1.0F);
  CHECK(out.scores.data[2 * 4 + 2] == out.raw_scores.data[2 * 4 + 2] * 0.5F + 2.0F);
}

TEST_CASE("with fewer queries than keys the causal mask is aligned at the end", "[attention]") {
  const AttentionOutput out = attention_of(inputs(1, 2, 5, 3, 3), {.causal = true});
  CHECK(out.pattern.data[3] > 0.0F);
  CHECK(out.pattern.data[4] == 0.0F);
  CHECK(out.pattern.data[5 + 4] > 0.0F);
}

TEST_CASE("a query whose keys are all masked gets zeros", "[attention]") {
  const Inputs in = inputs(2, 2, 3, 4, 4);
  const std::vector<std::uint8_t> padding{1, 1, 1};
  const AttentionOutput out = attention_of(in, {.key_padding = padding.data()});
  CHECK(std::all_of(out.pattern.data.begin(), out.pattern.data.end(),
                    [](float w) { return w == 0.0F; }));
  CHECK(std::all_of(out.z.data.begin(), out.z.data.end(), [](float w) { return w == 0.0F; }));
}

TEST_CASE("shapes that do not fit are refused with what was found", "[attention]") {
  const Tensor a({1, 2, 3}), b({1, 2, 4}), flat({2, 3});
  CHECK(attention(a.view(), b.view(), b.view(), 1.0F).error().message.find("[1, 2, 3]") !=
        std::string::npos);
  CHECK(attention(flat.view(), a.view(), a.view(), 1.0F).error().message ==
        "query, key and value must have shape (heads, length, width), found [2, 3], [1, 2, 3] and "
        "[1, 2, 3]");
  CHECK_FALSE(attention(a.view(), a.view(), a.view(), std::nanf("")).ok());
  CHECK(attention(a.view(), a.view(), a.view(), 1.0F, {.additive = a.view()}).error().message ==
        "attn_mask must have shape [2, 2] or [1, 2, 2], found [1, 2, 3]");
  CHECK(self_attention(flat.view(), flat.view(), flat.view(), flat.view(), true).error().message ==
        "w_query must have shape [3, width], found [2, 3]");
}

TEST_CASE("scores that no 32-bit float holds are refused, and no masked keys", "[attention]") {
  const Tensor q({1, 1, 2}, {1.0F, 2.0F}), v({1, 2, 1});
  const Tensor low({1, 2, 2}, std::vector<float>(4, -3e38F));
  CHECK(attention(q.view(), low.view(), v.view(), 1.0F)
            .error()
            .message.starts_with(
                "the scores of query and key, scaled and with attn_mask added, are too large"));
  const Tensor one({1, 2, 2}, std::vector<float>(4, -1.0F));
  const Tensor lowest({1, 2}, std::vector<float>(2, -3.4028e38F)), huge({1, 1, 2}, {1e34F, 0.0F});
  CHECK_FALSE(attention(huge.view(), one.view(), v.view(), 1.0F, {.additive = lowest.view()}).ok());
  const Tensor masked({1, 2}, std::vector<float>(2, -kInfinity));
  CHECK(attention(huge.view(), one.view(), v.view(), 1.0F, {.additive = masked.view()}).ok());
  CHECK_FALSE(attention(q.view(), one.view(), v.view(), 3e38F).ok());
  CHECK(attention(q.view(), one.view(), v.view(), 1.0F).ok());

  const Tensor rows({2, 1, 2}, low.data), query({1, 1, 2}, q.data);
  const Tensor identity({2, 2}, {1.0F, 0.0F, 0.0F, 1.0F});
  MultiheadAttention module;
  module.q_proj_weight = module.k_proj_weight = module.v_proj_weight = module.out_proj_weight =
      identity.view();
  const auto refused = multihead_attention(module, query.view(), rows.view(), rows.view()).error();
  CHECK(refused.message.starts_with("the scores of query and key, scaled"));
}

TEST_CASE("scores that would not fit into memory are refused with their size", "[attention]") {
  const Tensor x({1, 50000, 1}), wide({50000, 1}), row({1, 50000});
  const auto refused = attention(x.view(), x.view(), x.view(), 1.0F).error();
  CHECK(refused.code == ErrorCode::kOutOfMemory);
  CHECK(refused.bytes >> 20 == 66757);
  CHECK(refused.message ==
        "attention of 50000 queries to 50000 keys in 1 head needs about 66758 MiB, but at most "
        "1024 MiB are given to one call");
  const Tensor one({1, 1}, {1.0F});
  CHECK(self_attention(wide.view(), one.view(), one.view(), one.view(), true).error().code ==
        ErrorCode::kOutOfMemory);
  CHECK(self_attention(wide.view(), row.view(), row.view(), row.view(), true).error().message ==
        "self-attention of x [50000, 1] needs about 238419 MiB, but at most 1024 MiB are given to "
        "one "
        "call");
  // Outputs may be large where the scores are not.
  const Tensor key({1, 1, 1}), value({1, 1, 50000});
  CHECK(attention(x.view(), key.view(), value.view(), 1.0F).error().code ==
        ErrorCode::kOutOfMemory);
}

TEST_CASE("multi-head attention too large for memory is refused with its size", "[attention]") {
  const Tensor x({50000, 1, 2}), w({2, 2});
  MultiheadAttention module;
  module.num_heads = 2;
  module.q_proj_weight = module.k_proj_weight = module.v_proj_weight = module.out_proj_weight =
      w.view();
  const auto refused = multihead_attention(module, x.view(), x.view(), x.view()).error();
  CHECK(refused.code == ErrorCode::kOutOfMemory);
  CHECK(refused.message.starts_with(
      "multi-head attention of 50000 queries to 50000 keys (batch 1, num_heads 2) needs about "));
}

TEST_CASE("multi-head attention refuses wrong masks in PyTorch's words", "[attention]") {
  const Tensor x({4, 2, 6}), w({6, 6});
  MultiheadAttention module;
  module.num_heads = 3;
  module.q_proj_weight = module.k_proj_weight = module.v_proj_weight = module.out_proj_weight =
      w.view();
  const auto problem = [&](const MultiheadAttentionMasks& masks) {
    return multihead_attention(module, x.view(), x.view(), x.view(), masks).error().message;
  };
  const Tensor flat({4, 5}), deep({5, 4, 4}), line({4});
  CHECK(problem({flat.view(), false, {}}) ==
        "the shape of the 2D attn_mask is [4, 5], but should be [4, 4]");
  CHECK(problem({deep.view(), false, {}}) ==
        "the shape of the 3D attn_mask is [5, 4, 4], but should be [6, 4, 4]");
  CHECK(problem({line.view(), false, {}}) ==
        "attn_mask's dimension 1 is not supported, only 2 and 3 are");
  const std::vector<std::uint8_t> padding(7);
  const Tensor empty({0, 0});
  CHECK(problem({empty.view(), false, {}}) ==
        "the shape of the 2D attn_mask is [0, 0], but should be [4, 4]");
  CHECK(problem({{}, false, padding}) ==
        "key_padding_mask should have shape [2, 4], found 7 values");
  module.num_heads = 4;
  CHECK(problem({}) == "embed_dim 6 is not divisible by num_heads 4");
  module.num_heads = 3;
  const Tensor packed({18, 6});
  module.in_proj_weight = packed.view();
  CHECK(problem({}) ==
        "in_proj_weight stands in the place of q_proj_weight, k_proj_weight and v_proj_weight, "
        "found both");
}

TEST_CASE("a boolean mask hides where it is true", "[attention]") {
  Generator g(2);
  const Tensor x = random_tensor(g, {3, 1, 4}), w = random_tensor(g, {4, 4});
  MultiheadAttention module;
  module.num_heads = 2;
  module.q_proj_weight = module.k_proj_weight = module.v_proj_weight = module.out_proj_weight =
      w.view();
  Tensor additive({3, 3}), boolean({3, 3});
  for (const std::size_t hidden : {1U, 2U, 5U}) {  // above the diagonal
    additive.data[hidden] = -std::numeric_limits<float>::infinity();
    boolean.data[hidden] = 1;
  }
  const auto a =
      must(multihead_attention(module, x.view(), x.view(), x.view(), {additive.view(), false, {}}));
  const auto b =
      must(multihead_attention(module, x.view(), x.view(), x.view(), {boolean.view(), true, {}}));
  CHECK(a.output.data == b.output.data);
}

}  // namespace glassformer
