// Training: batches, a trainer, a vocabulary.
#include "glassformer/training.hpp"
#include "convert.hpp"
#include "glassformer/training_batches.hpp"
#include "glassformer/vocabulary_learning.hpp"

namespace glassformer {
namespace {

using emscripten::class_;
using emscripten::register_type;
using emscripten::value_object;

std::vector<TrainingDocument> documents_of(std::vector<TokenIds> sequences,
                                           std::vector<TokenIds> sources) {
  std::vector<TrainingDocument> documents;
  sources.resize(sequences.size());
  for (std::size_t i = 0; i < sequences.size(); ++i)
    documents.push_back({std::move(sources[i]), std::move(sequences[i])});
  return documents;
}

Result<Batches> make_batches(std::vector<TokenIds> sequences, std::vector<TokenIds> sources,
                             const BatchOptions& options) {
  return Batches::create(documents_of(std::move(sequences), std::move(sources)), options);
}

Result<Trainer> make_trainer(const ModelConfig& config, const TrainingOptions& options) {
  return Trainer::create(config, options);
}

Result<TrainingStep> step(Trainer& trainer, Batches& batches) {
  return trainer.step(batches.next());
}

Result<double> loss(Trainer& trainer, std::vector<TokenIds> sequences,
                    std::vector<TokenIds> sources, std::size_t max_length) {
  const Result<std::vector<TrainingExample>> examples =
      Batches::in_order(documents_of(std::move(sequences), std::move(sources)), max_length);
  if (!examples) return examples.error();
  return trainer.loss(*examples);
}

std::vector<std::byte> trained_weights(const Trainer& trainer) {
  return trainer.weights(DType::kF32);
}

Result<TokenizerFiles> learn_characters_of(const std::vector<std::string>& texts,
                                           const std::vector<std::string>& special_tokens) {
  const std::vector<std::string_view> documents(texts.begin(), texts.end());
  const std::vector<std::string_view> special(special_tokens.begin(), special_tokens.end());
  return learn_characters(documents, {}, special);
}

EMSCRIPTEN_BINDINGS(training) {
  register_options<TrainingOptions>("TrainingOptions");
  register_options<BatchOptions>("BatchOptions");
  value_object<TrainingStep>("TrainingStep")
      .field("step", &TrainingStep::step)
      .field("loss", &TrainingStep::loss)
      .field("gradient_norm", &TrainingStep::gradient_norm)
      .field("lr", &TrainingStep::lr)
      .field("tokens", &TrainingStep::tokens);
  register_type<Result<TrainingStep>>("TrainingStep | Failure");
  register_type<Result<double>>("number | Failure");
  class_<Batches>("Batches");
  register_type<Result<Batches>>("Batches | Failure");
  emscripten::function("makeBatches", make_batches);
  class_<Trainer>("Trainer")
      .function("step", step)
      .function("loss", loss)
      .function("parameterCount", &Trainer::parameter_count)
      .function("model", &Trainer::model)
      .function("weights", trained_weights);
  register_type<Result<Trainer>>("Trainer | Failure");
  emscripten::function("makeTrainer", make_trainer);

  register_type<Result<TokenizerFiles>>("TokenizerFiles | Failure");
  emscripten::function("learnCharacters", learn_characters_of);
}

}  // namespace
}  // namespace glassformer
