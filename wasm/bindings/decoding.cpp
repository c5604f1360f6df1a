// Decoding, step by step.
#include "glassformer/decoding.hpp"
#include "convert.hpp"
#include "glassformer/model.hpp"

namespace glassformer {
namespace {

using emscripten::allow_raw_pointers;
using emscripten::class_;
using emscripten::register_type;
using emscripten::value_object;

using NextTokens = std::unique_ptr<NextTokenModel>;

Result<NextTokens> start_session(const Model& model, TokenIds prompt, TokenIds source,
                                 HookList& hooks) {
  Result<std::unique_ptr<Session>> session =
      model.start_session(std::move(prompt), std::move(source), &hooks);
  if (!session) return session.error();
  return NextTokens(std::move(*session));
}

Result<std::unique_ptr<Generation>> start_generation(NextTokenModel& model,
                                                     const GenerationConfig& config,
                                                     const TokenIds& prompt,
                                                     const Tokenizer* tokenizer) {
  return Generation::create(model, config, prompt, tokenizer);
}

EMSCRIPTEN_BINDINGS(decoding) {
  register_options<GenerationConfig>("GenerationConfig");
  value_object<Candidate>("Candidate")
      .field("id", &Candidate::id)
      .field("logit", &Candidate::logit)
      .field("probability", &Candidate::probability)
      .field("after_penalties", &Candidate::after_penalties)
      .field("after_temperature", &Candidate::after_temperature)
      .field("after_top_k", &Candidate::after_top_k)
      .field("after_top_p", &Candidate::after_top_p)
      .field("final_probability", &Candidate::final_probability)
      .field("kept", &Candidate::kept);
  register_type<std::vector<Candidate>>("Candidate[]");
  value_object<Beam>("Beam")
      .field("parent", &Beam::parent)
      .field("token", &Beam::token)
      .field("log_probability", &Beam::log_probability)
      .field("score", &Beam::score)
      .field("normalized_score", &Beam::normalized_score)
      .field("finished", &Beam::finished)
      .field("ids", &Beam::ids);
  register_type<std::vector<Beam>>("Beam[]");
  value_object<GenerationStep>("GenerationStep")
      .field("index", &GenerationStep::index)
      .field("token", &GenerationStep::token)
      .field("log_probability", &GenerationStep::log_probability)
      .field("forced", &GenerationStep::forced)
      .field("kept_count", &GenerationStep::kept_count)
      .field("candidates", &GenerationStep::candidates)
      .field("beams", &GenerationStep::beams)
      .field("pruned", &GenerationStep::pruned)
      .field("finished", &GenerationStep::finished)
      .field("last", &GenerationStep::last);
  register_type<Result<GenerationStep>>("GenerationStep | Failure");
  value_object<Sequence>("Sequence")
      .field("ids", &Sequence::ids)
      .field("score", &Sequence::score)
      .field("normalized_score", &Sequence::normalized_score)
      .field("finished", &Sequence::finished);
  register_type<std::vector<Sequence>>("Sequence[]");
  class_<NextTokenModel>("NextTokenModel");
  register_type<Result<NextTokens>>("NextTokenModel | Failure");
  emscripten::function("startSession", start_session);
  class_<Generation>("Generation")
      .function("step", &Generation::step)
      .function("force", &Generation::force)
      .function("sequences", &Generation::sequences);
  register_type<Result<std::unique_ptr<Generation>>>("Generation | Failure");
  emscripten::function("startGeneration", start_generation, allow_raw_pointers());
}

}  // namespace
}  // namespace glassformer
