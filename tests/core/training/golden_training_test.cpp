// Losses, gradients and parameters after AdamW's first steps against PyTorch's, in floats and in
// doubles.
#include <algorithm>

#include "glassformer/training.hpp"
#include "golden.hpp"
#include "training/training_state.hpp"

namespace glassformer {
namespace {

using namespace test;
using training::PlacedParameter;
using training::TrainingState;

class InThisThread final : public Executor {
 public:
  std::size_t workers() const override { return 1; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override {
    for (std::size_t i = 0; i < count; ++i) task(data, i);
  }
};

TrainingOptions golden_options() {
  TrainingOptions options;
  options.lr = 1e-3;
  options.weight_decay = 0.1;
  options.decay_vectors = true;
  return options;
}

template <class T>
constexpr Tolerance kGradient =
    std::is_same_v<T, float> ? Tolerance{2e-6, 1e-5} : Tolerance{1e-13, 1e-10};
template <class T>
constexpr Tolerance kParameters =
    std::is_same_v<T, float> ? Tolerance{3e-5, 0} : Tolerance{1e-11, 0};
template <class T>
constexpr Tolerance kLoss =
    std::is_same_v<T, float> ? Tolerance{1e-5, 1e-5} : Tolerance{1e-11, 1e-11};

template <class T>
void check_values(const std::string& what, const T* got, const std::vector<double>& want,
                  const std::vector<Tolerance>& tolerances) {
  INFO(what);
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const Tolerance& t = tolerances[tolerances.size() == 1 ? 0 : i];
    const double difference = std::abs(static_cast<double>(got[i]) - want[i]);
    REQUIRE(std::isfinite(difference));
    worst = std::max(worst, difference / (t.absolute + t.relative * std::abs(want[i])));
  }
  CHECK(worst <= 1.0);
}

// Adam divides a gradient by its own size. Where the true gradient is below what a float's may be
// off by, that is noise by noise, and a step may be wrong by a part of the learning rate; where it
// is zero altogether (the keys' biases move every score of a query alike), by all of it.
template <class T>
std::vector<Tolerance> parameter_tolerances(const PlacedParameter& p,
                                            const std::vector<double>& gradient) {
  std::vector<Tolerance> tolerances(p.size(), kParameters<T>);
  if (std::is_same_v<T, float>) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (std::abs(gradient[i]) < kGradient<float>.absolute) tolerances[i] = {1e-4, 0};
    }
  }
  constexpr Tolerance kAnything{1e-2, 0};
  const auto third = static_cast<std::ptrdiff_t>(p.size() / 3);
  if (p.name.ends_with("cross_attn.key.bias"))
    std::fill(tolerances.begin(), tolerances.end(), kAnything);
  if (p.name.ends_with("c_attn.bias"))
    std::fill(tolerances.begin() + third, tolerances.begin() + 2 * third, kAnything);
  return tolerances;
}

template <class T>
void check_training(const ModelConfig& config, const TensorFile& first, const TensorFile& golden,
                    const std::vector<TrainingExample>& examples) {
  InThisThread executor;
  TrainingState<T> state(config, golden_options(), must(training::parameter_places(config)),
                         executor);
  const auto& parameters = state.places().parameters;
  for (const PlacedParameter& p : parameters) {
    const Tensor values = first[p.name];
    REQUIRE(values.shape == p.shape);
    std::copy(values.data.begin(), values.data.end(),
              state.parameters().begin() + static_cast<std::ptrdiff_t>(p.offset));
  }
  std::size_t targets = 0;
  for (const TrainingExample& e : examples)
    targets += e.target.size() - static_cast<std::size_t>(
                                     std::count(e.target.begin(), e.target.end(), kIgnoredTarget));

  const std::vector<double> losses = golden.doubles("losses");
  for (std::size_t step = 0; step < 3; ++step) {
    const T loss = static_cast<T>(state.gradients(examples, targets));
    check_values("loss before step " + std::to_string(step + 1), &loss, {losses[step]}, {kLoss<T>});
    if (step == 0) {
      for (const PlacedParameter& p : parameters)
        check_values("grad." + p.name, state.gradient().data() + p.offset,
                     golden.doubles("grad." + p.name), {kGradient<T>});
    }
    state.update(state.gradient_norm());
    for (const PlacedParameter& p : parameters) {
      const std::string name = "param" + std::to_string(step + 1) + "." + p.name;
      if (golden.has(name))
        check_values(name, state.parameters().data() + p.offset, golden.doubles(name),
                     parameter_tolerances<T>(p, golden.doubles("grad." + p.name)));
    }
  }
  const T after = static_cast<T>(state.loss(examples, targets));
  check_values("loss after three steps", &after, {losses[3]}, {kLoss<T>});
}

std::vector<TrainingExample> gpt2_examples(const TensorFile& golden) {
  std::vector<TrainingExample> examples;
  for (std::size_t b = 0; b < golden["input_ids"].shape[0]; ++b)
    examples.push_back({{}, golden.ids("input_ids", b), golden.ids("targets", b)});
  return examples;
}

// The golden batch is padded; ours are sequences of their own lengths.
std::vector<TrainingExample> translation_examples(const TensorFile& golden, TokenId pad) {
  std::vector<TrainingExample> examples;
  const auto without_padding = [&](const std::string& name, std::size_t b) {
    TokenIds ids = golden.ids(name, b);
    while (!ids.empty() && ids.back() == pad) ids.pop_back();
    return ids;
  };
  for (std::size_t b = 0; b < golden["src"].shape[0]; ++b) {
    TrainingExample e{without_padding("src", b), golden.ids("tgt_in", b), golden.ids("tgt_out", b)};
    std::replace(e.target.begin(), e.target.end(), pad, kIgnoredTarget);
    examples.push_back(std::move(e));
  }
  return examples;
}

}  // namespace

TEST_CASE("golden: GPT-2's losses, gradients and three steps of AdamW", "[golden]") {
  const std::string file = "gpt2_small_train_f64";
  need(file + ".safetensors");
  const TensorFile weights(std::string("gpt2_small.safetensors")), golden(file + ".safetensors");
  const ModelConfig config = must(parse_config(read_file(golden_path("gpt2_small_config.json"))));
  check_training<float>(config, weights, golden, gpt2_examples(golden));
  check_training<double>(config, weights, golden, gpt2_examples(golden));
}

TEST_CASE("golden: an encoder–decoder's losses, gradients and three steps of AdamW", "[golden]") {
  const std::string file = "seed004_encdec_train_f64";
  need(file + ".safetensors");
  const TensorFile weights(std::string("seed004_encdec_train_init.safetensors")),
      golden(file + ".safetensors");
  const ModelConfig config =
      must(parse_config(read_json(golden_path("seed004_encdec.json"))["config"].dump()));
  const auto examples = translation_examples(golden, config.pad_token_id.value_or(0));
  check_training<float>(config, weights, golden, examples);
  check_training<double>(config, weights, golden, examples);
}

}  // namespace glassformer
