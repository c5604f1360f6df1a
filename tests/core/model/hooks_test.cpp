#include "glassformer/hooks.hpp"

#include <catch_amalgamated.hpp>

namespace glassformer {

TEST_CASE("globs match names as file names are matched", "[hooks]") {
  CHECK(matches_glob("logits", "logits"));
  CHECK_FALSE(matches_glob("logits", "logit"));
  CHECK_FALSE(matches_glob("logit", "logits"));
  CHECK(matches_glob("*", "anything"));
  CHECK(matches_glob("*", ""));
  CHECK(matches_glob("blocks.*.attn.pattern", "blocks.11.attn.pattern"));
  CHECK_FALSE(matches_glob("blocks.*.attn.pattern", "blocks.11.attn.patterns"));
  CHECK(matches_glob("*.attn.*", "decoder.blocks.0.attn.q"));
  CHECK_FALSE(matches_glob("*.attn.*", "decoder.blocks.0.cross_attn.q"));
  CHECK(matches_glob("a*b*c", "aXbbYc"));
  CHECK_FALSE(matches_glob("a*b*c", "aXcYb"));
  CHECK_FALSE(matches_glob("", "x"));
}

TEST_CASE("an edit acts on the named head in every entry of a batch", "[hooks]") {
  HookList hooks;
  hooks.edit({"x", Edit::Action::kScale, 1, 0.0F, {}});
  std::vector<float> values(2 * 2 * 1 * 2, 1.0F);  // (B 2, H 2, T 1, K 2)
  hooks.visit("x", {2, 2, 1, 2}, values.data());
  CHECK(values == std::vector<float>{1, 1, 0, 0, 1, 1, 0, 0});
}

TEST_CASE("edits act in the order given and before anything is recorded", "[hooks]") {
  HookList hooks;
  hooks.record("x");
  hooks.edit({"x", Edit::Action::kSet, {}, 0, {2.0F, 3.0F}});
  hooks.edit({"x", Edit::Action::kScale, {}, 10.0F, {}});
  hooks.edit({"x", Edit::Action::kAdd, {}, 0, {1.0F, 1.0F, 2.0F, 2.0F}});
  std::vector<float> values(4, 0.0F);
  hooks.visit("x", {2, 2}, values.data());
  CHECK(values == std::vector<float>{21, 31, 22, 32});
  CHECK(hooks.take_recorded()[0].tensor.data == values);
  CHECK(hooks.take_recorded().empty());
}

TEST_CASE("a recorder that keeps nothing wants nothing", "[hooks]") {
  const HookList hooks;
  CHECK_FALSE(hooks.wants("logits"));
}

TEST_CASE("a hook list is active as soon as it records or edits", "[hooks]") {
  CHECK_FALSE(HookList().active());
  HookList recorder, editor;
  recorder.record("x");
  editor.edit({"x", Edit::Action::kScale, -1, 0.0F, {}});
  CHECK(recorder.active());
  CHECK(editor.active());
}

}  // namespace glassformer
