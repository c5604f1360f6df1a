#include "decoding/beam_search.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "decoding/beam_extensions.hpp"
#include "decoding/distribution.hpp"
#include "decoding/filters.hpp"
#include "decoding/penalties.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/random.hpp"

namespace glassformer {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();
/// The list of what is drawn from while it grows, and the weights.
constexpr std::size_t kBytesOfDrawn = 2 * sizeof(Extension) + sizeof(double);

struct Hypothesis {
  std::vector<TokenId> ids;
  double score = 0;
  bool finished = false;
  std::int32_t row = 0;  // its place among what the model goes on with; of unfinished ones only
  StopWatch stop_watch;
};

struct ScoredHypothesis {
  Hypothesis hypothesis;
  double normalized_score;
};

class BeamSearch final : public Stepper {
 public:
  explicit BeamSearch(GenerationSetup setup);

  Status force(TokenId token) override;
  std::vector<Sequence> sequences() const override;

 private:
  using Extensions = Result<std::vector<Extension>>;

  Result<GenerationStep> take_step(std::size_t candidates) override;
  Status read_logits();
  Status check_step_memory(std::size_t rows);
  MemorySize step_bytes(std::size_t rows) const;

  // Extending: every unfinished hypothesis by every token, the best or some drawn ones of them.
  Extensions extend();
  Extensions extend_by(TokenId given) const;
  Extensions extend_by_best() const;
  Extensions extend_by_draw();
  std::size_t extensions_wanted() const;
  Result<std::vector<double>> log_probabilities(const Hypothesis& hypothesis) const;
  Hypothesis grow(const Extension& extension) const;
  bool is_anything_finished() const;

  // The two rules: which hypotheses are continued.
  void compete(std::vector<Extension> extensions, GenerationStep& step);
  void set_aside_finished(const std::vector<Extension>& extensions, GenerationStep& step);
  bool remember(std::vector<ScoredHypothesis>& best, const Hypothesis& hypothesis) const;
  bool are_enough_set_aside(double best_score) const;

  void go_on_with(std::vector<Hypothesis> hypotheses);
  std::vector<ScoredHypothesis> best_so_far() const;

  std::size_t vocab_size_;
  std::size_t end_tokens_;  // different ones
  Generator generator_;
  std::vector<float> logits_;           // (n, V) of the unfinished hypotheses
  std::size_t checked_rows_ = 0;        // a step of so many of them fitted into memory
  std::vector<Hypothesis> hypotheses_;  // as the last step's `beams`
  std::vector<std::int32_t> parents_;   // of the unfinished ones: what to ask the model next
  std::vector<TokenId> tokens_;
  std::vector<ScoredHypothesis> set_aside_;  // kHuggingFace: num_beams at most
  bool enough_set_aside_ = false;
};

BeamSearch::BeamSearch(GenerationSetup setup)
    : Stepper(std::move(setup)),
      vocab_size_(model().vocab_size()),
      end_tokens_(std::set(config().eos_token_ids.begin(), config().eos_token_ids.end()).size()),
      generator_(config().seed) {
  hypotheses_.push_back({{}, 0, false, 0, stop_watch()});
}

Status BeamSearch::force(TokenId) {
  return invalid_argument("num_beams is " + std::to_string(config().num_beams) +
                          "; only greedy decoding and sampling (num_beams 1) can be forced");
}

Result<GenerationStep> BeamSearch::take_step(std::size_t) {
  if (const Status read = read_logits(); !read) return read.error();
  Extensions extensions = extend();
  if (!extensions) return extensions.error();
  if (extensions->empty() || extensions->front().score == kImpossible) {
    if (!is_anything_finished()) return nothing_left_to_choose();
    extensions->clear();
  }

  GenerationStep step;
  step.index = steps_taken();
  step.forced = step.index < config().forced_tokens.size();
  if (config().beam_rule == BeamRule::kGnmt) {
    compete(std::move(*extensions), step);
  } else {
    set_aside_finished(*extensions, step);
  }
  step.last = tokens_.empty() || enough_set_aside_ || step.index + 1 == config().max_new_tokens;
  return step;
}

Status BeamSearch::read_logits() {
  const std::size_t rows = steps_taken() == 0 ? 1 : tokens_.size();
  if (const Status memory = check_step_memory(rows); !memory) return memory;
  logits_.resize(rows * vocab_size_);
  return steps_taken() == 0 ? model().start(logits_) : model().advance(parents_, tokens_, logits_);
}

/// Before anything of a step is allocated; of as many rows as before there is enough.
Status BeamSearch::check_step_memory(std::size_t rows) {
  if (rows <= checked_rows_) return ok_status();
  const std::string what = "a step of " + std::to_string(rows) + " hypotheses over " +
                           std::to_string(vocab_size_) + " tokens";
  const MemorySize held = logits_.capacity() * sizeof(float);
  if (Status s = check_memory(what, step_bytes(rows), "; ask for fewer beams", held); !s) return s;
  checked_rows_ = rows;
  return ok_status();
}

/// The logits of all rows, the log-probabilities of one as its penalties and filters see them, and
/// the list of the best extensions, which doubles while it grows.
MemorySize BeamSearch::step_bytes(std::size_t rows) const {
  constexpr std::size_t kBytesOfToken =
      sizeof(float) + 2 * sizeof(double) + 2 * sizeof(ScoredToken);
  const MemorySize logits = MemorySize(rows) * vocab_size_;
  const MemorySize gathered = MemorySize(end_tokens_ + 2) * config().num_beams * 4;
  const MemorySize best = config().do_sample ? MemorySize(0) : std::min(logits, gathered);
  return logits * sizeof(float) + MemorySize(vocab_size_) * kBytesOfToken +
         best * sizeof(Extension) * 3;
}

BeamSearch::Extensions BeamSearch::extend() {
  const std::vector<TokenId>& forced = config().forced_tokens;
  if (steps_taken() < forced.size()) return extend_by(forced[steps_taken()]);
  return config().do_sample ? extend_by_draw() : extend_by_best();
}

/// Only forced tokens can come before this one, so there is one hypothesis.
BeamSearch::Extensions BeamSearch::extend_by(TokenId given) const {
  const Result<double> log_sum = log_sum_exp(logits_);
  if (!log_sum) return log_sum.error();
  const double log_probability = logits_[static_cast<std::size_t>(given)] - *log_sum;
  if (log_probability == kImpossible) {
    return invalid_argument("forced_tokens[" + std::to_string(steps_taken()) + "] is " +
                            std::to_string(given) +
                            ", which has probability 0 here; expected a possible token");
  }
  const double score = hypotheses_[0].score + log_probability;
  return std::vector<Extension>{{0, given, log_probability, score}};
}

BeamSearch::Extensions BeamSearch::extend_by_best() const {
  const bool drop_impossible = config().beam_rule == BeamRule::kHuggingFace;
  BestExtensions best(extensions_wanted());
  for (std::size_t parent = 0; parent < hypotheses_.size(); ++parent) {
    const Hypothesis& hypothesis = hypotheses_[parent];
    if (hypothesis.finished) continue;
    const Result<std::vector<double>> row = log_probabilities(hypothesis);
    if (!row) return row.error();
    for (std::size_t id = 0; id < vocab_size_; ++id) {
      const double log_probability = (*row)[id];
      if (drop_impossible && log_probability == kImpossible) continue;
      best.offer({static_cast<std::int32_t>(parent), static_cast<TokenId>(id), log_probability,
                  hypothesis.score + log_probability});
    }
  }
  return best.take();
}

/// For so many more. How many tokens the filters keep is known only when they have read the scores:
/// without top_k, or where all scores are equal, it is the whole vocabulary.
Status make_room(std::size_t count, std::vector<Extension>& extensions) {
  const std::size_t needed = extensions.size() + count;
  if (needed <= extensions.capacity()) return ok_status();
  const std::size_t room = std::max(needed, 2 * extensions.capacity());
  const std::string what = "sampling from " + std::to_string(needed) + " tokens of all hypotheses";
  const MemorySize bytes = MemorySize(room) * kBytesOfDrawn;
  if (Status s = check_memory(what, bytes, "; ask for fewer beams or a smaller top_k"); !s)
    return s;
  extensions.reserve(room);
  return ok_status();
}

BeamSearch::Extensions BeamSearch::extend_by_draw() {
  Filters filters = filters_of(config());
  filters.min_kept = std::max<std::size_t>(2, 1 + end_tokens_);
  FilteredScores filtered(filters);
  std::vector<float> scores(vocab_size_);
  std::vector<Extension> kept;
  for (std::size_t parent = 0; parent < hypotheses_.size(); ++parent) {
    const Hypothesis& hypothesis = hypotheses_[parent];
    if (hypothesis.finished) continue;
    const Result<std::vector<double>> row = log_probabilities(hypothesis);
    if (!row) return row.error();
    std::ranges::transform(*row, scores.begin(), [](double x) { return static_cast<float>(x); });
    filtered.read(scores, log_sum_exp_of_scores(scores));
    if (const Status s = make_room(filtered.kept_count(), kept); !s) return s.error();
    for (TokenId id = 0; static_cast<std::size_t>(id) < vocab_size_; ++id) {
      if (!filtered.kept(id)) continue;
      const double log_probability = (*row)[static_cast<std::size_t>(id)] / filters.temperature;
      kept.push_back({static_cast<std::int32_t>(parent), id, log_probability,
                      hypothesis.score + log_probability});
    }
  }
  return draw_extensions(kept, extensions_wanted(), generator_);
}

/// Enough that num_beams are left even if each hypothesis ends in every way it can.
std::size_t BeamSearch::extensions_wanted() const {
  return std::max<std::size_t>(2, 1 + end_tokens_) * config().num_beams;
}

/// Of all tokens that could follow, after the penalties.
Result<std::vector<double>> BeamSearch::log_probabilities(const Hypothesis& hypothesis) const {
  const auto logits = std::span<const float>(logits_).subspan(
      static_cast<std::size_t>(hypothesis.row) * vocab_size_, vocab_size_);
  const Result<double> log_sum = log_sum_exp(logits);
  if (!log_sum) return log_sum.error();
  std::vector<double> row(logits.begin(), logits.end());
  for (double& value : row) value -= *log_sum;
  if (has_penalties(config())) {
    std::vector<std::size_t> scratch;
    apply_penalties<double>(row, logits, *log_sum, said(hypothesis.ids), config(), scratch);
  }
  return row;
}

Hypothesis BeamSearch::grow(const Extension& extension) const {
  Hypothesis grown = hypotheses_[static_cast<std::size_t>(extension.parent)];
  if (extension.token < 0) return grown;
  grown.ids.push_back(extension.token);
  grown.score = extension.score;
  const bool stopped = grown.stop_watch.push(extension.token);
  grown.finished = stopped || is_end_token(extension.token);
  return grown;
}

bool BeamSearch::is_anything_finished() const {
  return !set_aside_.empty() || std::ranges::any_of(hypotheses_, &Hypothesis::finished);
}

Beam to_beam(const Extension& extension, const Hypothesis& hypothesis, bool is_first_step) {
  Beam beam;
  beam.parent = is_first_step ? -1 : extension.parent;
  beam.token = extension.token;
  beam.log_probability = extension.log_probability;
  beam.score = extension.score;
  beam.normalized_score = extension.normalized_score;
  beam.finished = hypothesis.finished;
  beam.ids = hypothesis.ids;
  return beam;
}

/// kGnmt: extensions and finished hypotheses by normalized score; the num_beams best go on.
void BeamSearch::compete(std::vector<Extension> extensions, GenerationStep& step) {
  for (Extension& e : extensions) e.normalized_score = normalized(e.score, steps_taken() + 1);
  for (std::size_t parent = 0; parent < hypotheses_.size(); ++parent) {
    const Hypothesis& old = hypotheses_[parent];
    if (!old.finished) continue;
    extensions.push_back({static_cast<std::int32_t>(parent), -1, 0, old.score,
                          normalized(old.score, old.ids.size())});
  }
  sort_best_first(extensions, &Extension::normalized_score);

  std::vector<Hypothesis> kept;
  for (const Extension& extension : extensions) {
    Hypothesis hypothesis = grow(extension);
    const bool goes_on = kept.size() < config().num_beams;
    (goes_on ? step.beams : step.pruned)
        .push_back(to_beam(extension, hypothesis, steps_taken() == 0));
    if (goes_on) kept.push_back(std::move(hypothesis));
    if (step.pruned.size() == config().num_beams) break;
  }
  go_on_with(std::move(kept));
}

/// kHuggingFace: BeamSearchScorer.process.
void BeamSearch::set_aside_finished(const std::vector<Extension>& extensions,
                                    GenerationStep& step) {
  std::vector<Hypothesis> kept;
  for (std::size_t place = 0; place < extensions.size(); ++place) {
    Extension extension = extensions[place];
    extension.normalized_score = normalized(extension.score, steps_taken() + 1);
    Hypothesis hypothesis = grow(extension);
    Beam beam = to_beam(extension, hypothesis, steps_taken() == 0);
    // An end that is not among the num_beams best extensions does not count, however short of ends
    // the search is.
    const bool may_end = place < config().num_beams;
    if (hypothesis.finished && may_end && remember(set_aside_, hypothesis)) {
      step.finished.push_back(std::move(beam));
    } else if (!hypothesis.finished && kept.size() < config().num_beams) {
      step.beams.push_back(std::move(beam));
      kept.push_back(std::move(hypothesis));
    } else if (step.pruned.size() < config().num_beams) {
      step.pruned.push_back(std::move(beam));
    }
  }
  go_on_with(std::move(kept));
  enough_set_aside_ = !extensions.empty() && are_enough_set_aside(extensions[0].score);
}

/// Adds a hypothesis to the num_beams best by normalized score; whether it is one of them.
bool BeamSearch::remember(std::vector<ScoredHypothesis>& best, const Hypothesis& hypothesis) const {
  const double normalized_score = normalized(hypothesis.score, hypothesis.ids.size());
  if (best.size() == config().num_beams) {
    const auto worst = std::ranges::min_element(best, {}, &ScoredHypothesis::normalized_score);
    if (normalized_score <= worst->normalized_score) return false;
    best.erase(worst);
  }
  best.push_back({hypothesis, normalized_score});
  return true;
}

/// BeamHypotheses.is_done: whether the worst set aside is at least what the best extension of this
/// step can still reach.
bool BeamSearch::are_enough_set_aside(double best_score) const {
  if (set_aside_.size() < config().num_beams) return false;
  if (config().early_stopping == EarlyStopping::kYes) return true;
  const bool longer_is_better =
      config().early_stopping == EarlyStopping::kNever && config().length_penalty > 0;
  const std::size_t length = longer_is_better ? config().max_new_tokens : steps_taken() + 1;
  const double worst =
      std::ranges::min(set_aside_, {}, &ScoredHypothesis::normalized_score).normalized_score;
  return worst >= normalized(best_score, length);
}

void BeamSearch::go_on_with(std::vector<Hypothesis> hypotheses) {
  hypotheses_ = std::move(hypotheses);
  parents_.clear();
  tokens_.clear();
  for (Hypothesis& hypothesis : hypotheses_) {
    if (hypothesis.finished) continue;
    parents_.push_back(hypothesis.row);
    hypothesis.row = static_cast<std::int32_t>(tokens_.size());
    tokens_.push_back(hypothesis.ids.back());
  }
}

/// Best first, ties by age. kHuggingFace: BeamSearchScorer.finalize, as if the search ended now.
std::vector<ScoredHypothesis> BeamSearch::best_so_far() const {
  std::vector<ScoredHypothesis> found = set_aside_;
  if (!enough_set_aside_) {
    for (const Hypothesis& hypothesis : hypotheses_) remember(found, hypothesis);
  }
  std::vector<Extension> order;
  for (const auto& [hypothesis, normalized_score] : found) {
    order.push_back(
        {static_cast<std::int32_t>(order.size()), -1, 0, hypothesis.score, normalized_score});
  }
  sort_best_first(order, &Extension::normalized_score);
  std::vector<ScoredHypothesis> best;
  for (const Extension& place : order)
    best.push_back(found[static_cast<std::size_t>(place.parent)]);
  return best;
}

std::vector<Sequence> BeamSearch::sequences() const {
  std::vector<Sequence> sequences;
  for (const auto& [hypothesis, normalized_score] : best_so_far()) {
    if (sequences.size() == config().num_return_sequences) break;
    sequences.push_back({hypothesis.ids, hypothesis.score, normalized_score, hypothesis.finished});
  }
  return sequences;
}

}  // namespace

std::unique_ptr<Generation> make_beam_search(GenerationSetup setup) {
  return std::make_unique<BeamSearch>(std::move(setup));
}

}  // namespace glassformer
