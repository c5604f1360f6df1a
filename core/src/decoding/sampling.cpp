#include "decoding/sampling.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "decoding/candidates.hpp"
#include "decoding/distribution.hpp"
#include "decoding/filters.hpp"
#include "decoding/penalties.hpp"
#include "glassformer/random.hpp"

namespace glassformer {
namespace {

class Sampling final : public Stepper {
 public:
  explicit Sampling(GenerationSetup setup)
      : Stepper(std::move(setup)),
        generator_(config().seed),
        logits_(model().vocab_size()),
        scores_(has_penalties(config()) ? logits_.size() : 0),
        filtered_(config().do_sample ? filters_of(config()) : Filters{}),
        said_(said({})),
        stop_watch_(stop_watch()) {}

  Status force(TokenId token) override;
  std::vector<Sequence> sequences() const override;

 private:
  Result<GenerationStep> take_step(std::size_t candidates) override;
  Status read_logits();
  Result<StepVocabulary> weigh_vocabulary();
  std::optional<TokenId> given_token() const;
  TokenId choose();
  void append(TokenId token, double log_probability);

  Generator generator_;
  // Kept from step to step, so that a step takes no memory.
  std::vector<float> logits_;  // (V)
  std::vector<float> scores_;  // (V), after the penalties; empty where there are none
  FilteredScores filtered_;
  std::vector<TokenId> said_;  // the prompt and ids_, for the penalties
  std::vector<std::size_t> scratch_;
  std::optional<TokenId> forced_;
  StopWatch stop_watch_;
  std::vector<TokenId> ids_;
  double score_ = 0;
  bool finished_ = false;
};

Status Sampling::force(TokenId token) {
  if (done()) return invalid_argument("the generation has ended; no token can be forced");
  if (token < 0 || static_cast<std::size_t>(token) >= logits_.size()) {
    return invalid_argument("the forced token is " + std::to_string(token) +
                            "; expected an id from 0 to " + std::to_string(logits_.size() - 1));
  }
  forced_ = token;
  return ok_status();
}

Result<GenerationStep> Sampling::take_step(std::size_t candidates) {
  if (const Status read = read_logits(); !read) return read.error();
  Result<StepVocabulary> vocabulary = weigh_vocabulary();
  if (!vocabulary) return vocabulary.error();

  const std::optional<TokenId> given = given_token();
  forced_.reset();
  if (!given && filtered_.kept_count() == 0) return nothing_left_to_choose();
  const TokenId token = given ? *given : choose();
  const double log_probability = vocabulary->log_probability(token);
  append(token, log_probability);

  GenerationStep step;
  step.index = steps_taken();
  step.token = token;
  step.log_probability = log_probability;
  step.forced = given.has_value();
  step.kept_count = filtered_.kept_count();
  step.candidates = list_candidates(*vocabulary, candidates, token);
  step.last = finished_ || ids_.size() == config().max_new_tokens;
  return step;
}

Status Sampling::read_logits() {
  if (ids_.empty()) return model().start(logits_);
  const std::int32_t only_hypothesis = 0;
  return model().advance({&only_hypothesis, 1}, {&ids_.back(), 1}, logits_);
}

Result<StepVocabulary> Sampling::weigh_vocabulary() {
  const Result<double> log_sum = log_sum_exp(logits_);
  if (!log_sum) return log_sum.error();
  if (scores_.empty()) {
    filtered_.read(logits_, *log_sum);
  } else {
    std::ranges::copy(logits_, scores_.begin());
    apply_penalties<float>(scores_, logits_, 0.0, said_, config(), scratch_);
    filtered_.read(scores_, log_sum_exp_of_scores(scores_));
  }
  return StepVocabulary{logits_, *log_sum, filtered_};
}

std::optional<TokenId> Sampling::given_token() const {
  if (forced_) return forced_;
  if (ids_.size() < config().forced_tokens.size()) return config().forced_tokens[ids_.size()];
  return std::nullopt;
}

TokenId Sampling::choose() {
  return config().do_sample ? filtered_.draw(generator_) : filtered_.at(0);
}

void Sampling::append(TokenId token, double log_probability) {
  ids_.push_back(token);
  said_.push_back(token);
  score_ += log_probability;
  const bool stopped = stop_watch_.push(token);
  finished_ = stopped || is_end_token(token);
}

std::vector<Sequence> Sampling::sequences() const {
  const double normalized_score = normalized(score_, ids_.size());
  return {{ids_, score_, normalized_score, finished_}};
}

}  // namespace

std::unique_ptr<Generation> make_sampling(GenerationSetup setup) {
  return std::make_unique<Sampling>(std::move(setup));
}

}  // namespace glassformer
