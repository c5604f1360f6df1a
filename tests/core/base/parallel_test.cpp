#include "base/parallel.hpp"

#include <catch_amalgamated.hpp>
#include <cstdint>
#include <vector>

#include "small_gpt2.hpp"

// Where nothing is built for threads an executor is never asked.
#if GLASSFORMER_THREADS

namespace glassformer {
namespace {

using namespace test;

// Three workers' tasks in the caller's thread, the last one first.
class Backwards final : public Executor {
 public:
  std::size_t workers() const override { return 3; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override {
    ++runs;
    for (std::size_t i = count; i-- > 0;) task(data, i);
  }
  std::size_t runs = 0;
};

class Shared {
 public:
  explicit Shared(Executor& executor) { set_executor(&executor); }
  ~Shared() { set_executor(nullptr); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
};

constexpr std::uint64_t kMuch = 10'000'000;

}  // namespace

TEST_CASE("work is cut where there are threads and enough of it", "[parallel]") {
  CHECK(parts_of(8, kMuch) == 1);
  Backwards executor;
  const Shared shared(executor);
  CHECK(thread_count() == 3);
  CHECK(parts_of(8, kMuch, 1) == 3);
  CHECK(parts_of(8, kMuch) == 8);
  CHECK(parts_of(100, kMuch) == 3 * kPartsOfThread);
  CHECK(parts_of(2, kMuch) == 2);
  CHECK(parts_of(1, kMuch) == 1);
  CHECK(parts_of(0, kMuch) == 1);
  CHECK(parts_of(8, 0) == 1);
  CHECK(parts_of(8, 1000) == 1);
}

TEST_CASE("parts make up the whole", "[parallel]") {
  Backwards executor;
  const Shared shared(executor);
  for (const std::size_t count : {1, 2, 3, 7, 100}) {
    std::vector<int> seen(count, 0);
    const std::size_t parts = parts_of(count, kMuch);
    std::vector<std::size_t> begins(parts, count);
    parallel_parts(parts, count, [&](std::size_t part, std::size_t first, std::size_t last) {
      REQUIRE(part < parts);
      begins[part] = first;
      for (std::size_t i = first; i < last; ++i) ++seen[i];
    });
    CHECK(seen == std::vector<int>(count, 1));
    CHECK(std::ranges::is_sorted(begins));
  }
}

TEST_CASE("in parts a model gives the same bits", "[parallel]") {
  // The last panels of its matrices are not full.
  constexpr std::size_t kWide = 93, kTokens = 307, kLength = 40;
  const std::string config = gpt2_config(kLayers, kHeads, kWide, kTokens, kLength);
  const std::string file = safetensors(random_gpt2(kLayers, kWide, kTokens, kLength));
  TokenIds ids(37);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<TokenId>(i * 31 % kTokens);
  for (const WeightType type : {WeightType::kFloat32, WeightType::kFloat16, WeightType::kInt8}) {
    const Model model = must(Model::load(must(parse_config(config)), bytes_of(file), type));
    const auto all = [&](const TokenIds& tokens) {
      HookList hooks;
      hooks.record("*");
      std::vector<float> values = logits(model, tokens, &hooks);
      for (const NamedTensor& each : hooks.take_recorded())
        values.insert(values.end(), each.tensor.data.begin(), each.tensor.data.end());
      return values;
    };
    const std::vector<float> alone = logits(model, ids), hooked = all(ids),
                             last = logits(model, {5});
    Backwards executor;
    const Shared shared(executor);
    CHECK(logits(model, ids) == alone);
    CHECK(executor.runs > 0);
    CHECK(all(ids) == hooked);
    CHECK(logits(model, {5}) == last);
  }
}

}  // namespace glassformer

#endif
