// Decoding, step by step.
#include "glassformer/decoding.hpp"
#include "convert.hpp"
#include "glassformer/model.hpp"

namespace glassformer {
namespace {

// The candidates of a step cross as two arrays: objects would take longer to make than the step.
struct CandidateNumbers {
  std::vector<float> values;
};

}  // namespace
}  // namespace glassformer

namespace emscripten::internal {

template <>
struct BindingType<glassformer::CandidateNumbers>
    : ValBinding<glassformer::CandidateNumbers, BindingType<glassformer::CandidateNumbers>> {
  static val to_js(const glassformer::CandidateNumbers& numbers) { return val(numbers.values); }
  static glassformer::CandidateNumbers from_js(const val& array) {
    return {convertJSArrayToNumberVector<float>(array)};
  }
};

}  // namespace emscripten::internal

namespace glassformer {
namespace {

using emscripten::allow_raw_pointers;
using emscripten::class_;
using emscripten::register_type;
using emscripten::value_object;

std::vector<TokenId> candidate_ids(const GenerationStep& step) {
  std::vector<TokenId> ids;
  ids.reserve(step.candidates.size());
  for (const Candidate& candidate : step.candidates) ids.push_back(candidate.id);
  return ids;
}

struct CandidateField {
  const char* name;
  float (*of)(const Candidate&);
};

/// The numbers of a candidate, in the order in which they cross.
constexpr std::array<CandidateField, 8> kCandidateFields{{
    {"logit", [](const Candidate& each) { return each.logit; }},
    {"probability", [](const Candidate& each) { return each.probability; }},
    {"after_penalties", [](const Candidate& each) { return each.after_penalties; }},
    {"after_temperature", [](const Candidate& each) { return each.after_temperature; }},
    {"after_top_k", [](const Candidate& each) { return each.after_top_k; }},
    {"after_top_p", [](const Candidate& each) { return each.after_top_p; }},
    {"final_probability", [](const Candidate& each) { return each.final_probability; }},
    {"kept", [](const Candidate& each) { return each.kept ? 1.0F : 0.0F; }},
}};

/// Its type in the declarations names the fields: web/src/worker/same-types.ts compiles only while
/// those that unpack them have the same ones in the same order.
std::string declared_numbers() {
  std::string fields;
  for (const CandidateField& field : kCandidateFields) {
    fields += (fields.empty() ? "\"" : ", \"") + std::string(field.name) + '"';
  }
  return "Float32Array & { readonly fields?: readonly [" + fields + "] }";
}

/// (candidates, fields)
CandidateNumbers candidate_numbers(const GenerationStep& step) {
  std::vector<float> numbers;
  numbers.reserve(step.candidates.size() * kCandidateFields.size());
  for (const Candidate& candidate : step.candidates) {
    for (const CandidateField& field : kCandidateFields) numbers.push_back(field.of(candidate));
  }
  return {std::move(numbers)};
}

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
  value_object<Beam>("Beam")
      .field("parent", &Beam::parent)
      .field("token", &Beam::token)
      .field("log_probability", &Beam::log_probability)
      .field("score", &Beam::score)
      .field("normalized_score", &Beam::normalized_score)
      .field("finished", &Beam::finished)
      .field("ids", &Beam::ids);
  register_type<std::vector<Beam>>("Beam[]");
  register_type<CandidateNumbers>(declared_numbers().c_str());
  value_object<GenerationStep>("GenerationStep")
      .field("index", &GenerationStep::index)
      .field("token", &GenerationStep::token)
      .field("log_probability", &GenerationStep::log_probability)
      .field("forced", &GenerationStep::forced)
      .field("kept_count", &GenerationStep::kept_count)
      .field("candidate_ids", candidate_ids, never_set<GenerationStep, std::vector<TokenId>>)
      .field("candidate_numbers", candidate_numbers, never_set<GenerationStep, CandidateNumbers>)
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
  register_type<Result<bool>>("boolean | Failure");
  class_<Generation>("Generation")
      .function("step", &Generation::step)
      .function("advance", &Generation::advance)
      .function("force", &Generation::force)
      .function("sequences", &Generation::sequences);
  register_type<Result<std::unique_ptr<Generation>>>("Generation | Failure");
  emscripten::function("startGeneration", start_generation, allow_raw_pointers());
}

}  // namespace
}  // namespace glassformer
