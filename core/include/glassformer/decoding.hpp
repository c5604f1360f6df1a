// Decoding as a stepper: greedy, sampling and beam search, one event a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/generation_config.hpp"
#include "glassformer/next_token_model.hpp"
#include "glassformer/tokenizer.hpp"

namespace glassformer {

/// Every option in its range, or an Error that names the one that is not, its value and what is
/// allowed.
Status check_generation(const GenerationConfig& config, std::size_t vocab_size);

/// One token that could come next, through the filters. Every probability is of the whole
/// vocabulary at its stage; 0 from the stage on that removed the token. Without do_sample the
/// stages after the penalties change nothing.
struct Candidate {
  TokenId id = 0;
  float logit = 0;            // as the model gave it
  float probability = 0;      // softmax of the logits as they were
  float after_penalties = 0;  // after repetition penalty and n-gram ban
  float after_temperature = 0;
  float after_top_k = 0;
  float after_top_p = 0;
  float final_probability = 0;  // after min_p: what is drawn from
  bool kept = false;
};

/// A hypothesis of a beam search after a step.
struct Beam {
  std::int32_t parent = -1;  // its index among the previous step's `beams`; -1 at the first step
  TokenId token = -1;        // what this step added; -1 where a finished hypothesis stays as it is
  double log_probability = 0;   // of the token given its parent, as it counts in the score
  double score = 0;             // sum of log-probabilities
  double normalized_score = 0;  // score after the length penalty, by which hypotheses compete
  bool finished = false;        // by an end token or a stop string
  std::vector<TokenId> ids;     // all generated tokens
};

/// What one step did. Greedy decoding and sampling fill the first part, beam search the second.
struct GenerationStep {
  std::size_t index = 0;  // 0 for the first generated token
  bool last = false;      // no step follows
  bool forced = false;    // the token was given, by forced_tokens or force()

  TokenId token = -1;          // the choice
  double log_probability = 0;  // of the choice under the model's own distribution
  std::size_t kept_count = 0;  // how many candidates penalties and filters left
  /// The num_candidates first by falling final probability, then falling probability, then id;
  /// behind them the choice, where it is not among them.
  std::vector<Candidate> candidates;

  std::vector<Beam> beams;   // what goes on (kGnmt: finished ones too), by falling normalized score
  std::vector<Beam> pruned;  // the best of those that fell out, num_beams at most
  std::vector<Beam> finished;  // kHuggingFace: set aside in this step
};

struct Sequence {
  std::vector<TokenId> ids;     // generated tokens, the end token included
  double score = 0;             // sum of log-probabilities; the model's own, unless there are beams
  double normalized_score = 0;  // score after the length penalty
  bool finished = false;        // by an end token or a stop string
};

/// A generation under way. Take steps until step() says `last`; then, or at any time, look at the
/// sequences so far.
///
/// With do_sample the filters follow the penalties: temperature, top-k, top-p and min-p in that
/// order, each renormalised; ties: lower id first. top-k keeps all that are as probable as the
/// k-th, top-p the fewest most probable tokens whose sum reaches top_p, and at least one; min-p
/// keeps those at least min_p times as probable as the first. The comparisons of top-p and min-p
/// allow for float rounding (2 units of a float's last place).
///
/// Greedy (do_sample off, num_beams 1) takes the most probable token after the penalties, the
/// lowest id of several. Sampling draws from what the filters keep, one Generator::uniform_double a
/// token, by falling probability: the same seed gives the same text on every build.
///
/// Beam search (num_beams above 1) extends every hypothesis by every token and keeps the num_beams
/// best; ties (scores within 1e-6) go to the lower parent, then to the lower id. As in transformers
/// the penalties act on log-probabilities, and with do_sample the filters then act on each
/// hypothesis' row and twice num_beams continuations of all rows together (more with several end
/// tokens) are drawn without replacement. The score sums what comes out of that, unnormalised. A
/// given token counts with the model's own log-probability.
class Generation {
 public:
  /// `model` and `tokenizer` must outlive it; the tokenizer is needed for stop strings only.
  /// `prompt`: the ids before the first generated one, which penalties count as said.
  static Result<std::unique_ptr<Generation>> create(NextTokenModel& model, GenerationConfig config,
                                                    std::span<const TokenId> prompt = {},
                                                    const Tokenizer* tokenizer = nullptr);
  virtual ~Generation() = default;

  /// Takes one step. Errors end the generation: what the model reports, logits that are NaN or
  /// +infinity, nothing left to choose. Calling it after the last step is an Error.
  virtual Result<GenerationStep> step() = 0;
  /// The same step without its result, and whether it was the last: no candidates are listed.
  virtual Result<bool> advance() = 0;
  virtual bool done() const = 0;
  /// Makes the next step take this token, whatever it would choose or forced_tokens says. Greedy
  /// and sampling only.
  virtual Status force(TokenId token) = 0;
  /// num_return_sequences best so far, best first; fewer where the search has found fewer.
  virtual std::vector<Sequence> sequences() const = 0;
};

}  // namespace glassformer
