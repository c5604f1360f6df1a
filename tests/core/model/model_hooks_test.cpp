// Recording and editing in a whole pass.
#include "glassformer/model.hpp"

#include <algorithm>

#include "messages.hpp"
#include "small_gpt2.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("recording changes nothing, and asks for nothing that is not wanted", "[model][hooks]") {
  const Model model = small_gpt2();
  HookList hooks;
  hooks.record("*");
  CHECK(logits(model, {3, 1, 4, 1, 5}, &hooks) == logits(model, {3, 1, 4, 1, 5}));
  const auto all = hooks.take_recorded();
  CHECK(all.size() == 2 + kLayers * 16 + 2);

  HookList few;
  few.record("blocks.1.attn.pattern");
  logits(model, {3, 1, 4}, &few);
  const auto recorded = few.take_recorded();
  REQUIRE(recorded.size() == 1);
  CHECK(recorded[0].tensor.shape == Shape{kHeads, 3, 3});
}

TEST_CASE("a head scaled to zero adds nothing, and one scaled to one changes nothing",
          "[model][hooks]") {
  const Model model = small_gpt2();
  const TokenIds ids{2, 7, 1};
  HookList keep;
  keep.edit({"blocks.0.attn.z", Edit::Action::kScale, 1, 1.0F, {}});
  CHECK(logits(model, ids, &keep) == logits(model, ids));

  HookList ablate;
  ablate.edit({"blocks.0.attn.z", Edit::Action::kScale, 1, 0.0F, {}});
  ablate.record("blocks.0.attn.z");
  CHECK(logits(model, ids, &ablate) != logits(model, ids));
  const Tensor z = ablate.take_recorded()[0].tensor;
  const auto head = block(z, 1, kHeads);
  CHECK(std::all_of(head.begin(), head.end(), [](float v) { return v == 0.0F; }));
  CHECK(ablate.status().ok());

  // The same head switched off in the weights: its rows of c_proj set to zero.
  NamedTensors tensors = random_gpt2(kLayers, kWidth, kVocab, kContext);
  Tensor& c_proj = named(tensors, "h.0.attn.c_proj.weight");
  const std::size_t k = kWidth / kHeads;
  std::fill_n(c_proj.data.begin() + static_cast<std::ptrdiff_t>(k * kWidth), k * kWidth, 0.0F);
  check_close("ablated", logits(model, ids, &ablate), logits(must(load(tensors)), ids));
}

TEST_CASE("a pattern can be replaced and the residual stream added to", "[model][hooks]") {
  const Model model = small_gpt2();
  const TokenIds ids{2, 7};
  HookList attend_first;
  attend_first.edit({"blocks.*.attn.pattern", Edit::Action::kSet, {}, 0, {1.0F, 0.0F}});
  attend_first.record("blocks.0.attn.z");
  attend_first.record("blocks.0.attn.v");
  logits(model, ids, &attend_first);
  const auto recorded = attend_first.take_recorded();
  const Tensor& v = recorded[0].tensor;
  const Tensor& z = recorded[1].tensor;
  for (std::size_t h = 0; h < kHeads; ++h) {
    const auto values = block(v, h, kHeads), outputs = block(z, h, kHeads);
    const std::size_t k = kWidth / kHeads;
    for (std::size_t i = 0; i < k; ++i) {
      CHECK(outputs[i] == values[i]);
      CHECK(outputs[k + i] == values[i]);
    }
  }

  HookList add;
  add.edit({"blocks.1.resid_pre", Edit::Action::kAdd, {}, 0, std::vector<float>(kWidth, 0.5F)});
  HookList plain;
  plain.record("blocks.1.resid_pre");
  add.record("blocks.1.resid_pre");
  logits(model, ids, &plain);
  logits(model, ids, &add);
  const Tensor before = plain.take_recorded()[0].tensor, after = add.take_recorded()[0].tensor;
  for (std::size_t i = 0; i < before.data.size(); ++i)
    CHECK(after.data[i] == before.data[i] + 0.5F);
}

TEST_CASE("edits that fit nothing are reported, and name what they met", "[model][hooks]") {
  const Model model = small_gpt2();
  const auto problem = [&](Edit edit) {
    HookList hooks;
    hooks.edit(std::move(edit));
    logits(model, {1, 2}, &hooks);
    return hooks.status().error().message;
  };
  CHECK(problem({"blocks.7.attn.z", Edit::Action::kScale, 0, 0, {}}) ==
        "the edit or ablation of 'blocks.7.attn.z' meets no tensor of this model");
  CHECK(problem({"blocks.0.attn.z", Edit::Action::kScale, 3, 0, {}}) ==
        "the edit of 'blocks.0.attn.z' names head 3, but 'blocks.0.attn.z' has shape [3, 2, 4], "
        "which has 3 heads");
  CHECK(problem({"blocks.0.attn.z", Edit::Action::kAdd, 0, 0, {1, 2, 3}}) ==
        "the edit of 'blocks.0.attn.z' has 3 values; 'blocks.0.attn.z' of shape [3, 2, 4] takes 8, "
        "or 4 for every row");
  for (const std::size_t head : {std::size_t{0x80000000}, std::size_t{0xFFFFFFFF}}) {
    CHECK(problem({"blocks.0.attn.z", Edit::Action::kScale, head, 0, {}}) ==
          "the edit of 'blocks.0.attn.z' names head " + std::to_string(head) +
              ", but 'blocks.0.attn.z' has shape [3, 2, 4], which has 3 heads");
  }
}

TEST_CASE("what has no heads has none in a batch either", "[model]") {
  const Model model = small_gpt2();
  for (const std::size_t batch : {std::size_t{1}, std::size_t{2}}) {
    for (const char* name : {"embed", "blocks.0.resid_post", "blocks.1.attn_out",
                             "blocks.0.mlp.post", "ln_final", "logits"}) {
      HookList hooks;
      hooks.edit({name, Edit::Action::kScale, 0, 0, {}});
      must(model.forward({std::vector<TokenIds>(batch, {1, 2}), {}}, {LogitsWanted::kAll, &hooks}));
      CHECK(message_of(hooks.status()).ends_with("which has 0 heads"));
    }
    for (const char* name : {"blocks.0.attn.q", "blocks.0.attn.scores", "blocks.1.attn.z"}) {
      HookList hooks;
      hooks.edit({name, Edit::Action::kScale, 0, 0, {}});
      must(model.forward({std::vector<TokenIds>(batch, {1, 2}), {}}, {LogitsWanted::kAll, &hooks}));
      CHECK(hooks.status().ok());
    }
  }
}

TEST_CASE("hooks that are not active are asked nothing", "[model][hooks]") {
  class Inactive final : public Hooks {
   public:
    bool active() const override { return false; }
    bool wants(std::string_view) const override { return ++asked_ > 0; }
    void visit(std::string_view, const Shape&, float*) override { ++asked_; }
    std::size_t asked() const { return asked_; }

   private:
    mutable std::size_t asked_ = 0;
  };
  Inactive hooks;
  const Model model = small_gpt2();
  must(model.forward({{{1, 2, 3}}, {}}, {LogitsWanted::kIfHooked, &hooks}));
  auto session = must(model.start_session({1, 2}, {}, &hooks));
  std::vector<float> row(kVocab);
  must(session->start(row));
  must(session->advance(std::vector<std::int32_t>{0}, std::vector<TokenId>{3}, row));
  CHECK(hooks.asked() == 0);
}

TEST_CASE("logits are made where a hook wants them", "[model][hooks]") {
  const Model model = small_gpt2();
  HookList some, none;
  some.record("logits");
  none.record("blocks.0.ln1");
  const ForwardInput input{{{1, 2, 3}}, {}};
  const auto made = must(model.forward(input, {LogitsWanted::kIfHooked, &some}));
  CHECK(made.logits.data == logits(model, {1, 2, 3}));
  CHECK(some.take_recorded().size() == 1);
  CHECK(must(model.forward(input, {LogitsWanted::kIfHooked, &none})).logits.data.empty());
  CHECK(must(model.forward(input, {LogitsWanted::kIfHooked, nullptr})).logits.data.empty());
}

}  // namespace glassformer
