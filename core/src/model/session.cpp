// Decoding with cached keys and values.
#include <algorithm>

#include "glassformer/memory_limit.hpp"
#include "model/encoded_source.hpp"
#include "model/key_value_pool.hpp"
#include "model/logits.hpp"
#include "model/model_parts.hpp"
#include "model/run_memory.hpp"
#include "model/run_pass.hpp"
#include "model/sequences.hpp"
#include "text/token_ids.hpp"

namespace glassformer {
namespace {

class CachedSession final : public Session {
 public:
  CachedSession(const Model::Parts& parts, TokenIds prompt, EncodedSource source, Hooks* hooks)
      : parts_(parts),
        hooks_(hooks),
        sequences_{std::move(prompt)},
        source_(std::move(source)),
        pool_(parts.config) {}

  std::size_t vocab_size() const override { return parts_.config.vocab_size; }
  std::size_t hypotheses() const override { return sequences_.size(); }
  TokenIds tokens(std::size_t hypothesis) const override { return sequences_[hypothesis]; }

  Status start(std::span<float> logits) override {
    const std::size_t length = sequences_[0].size();
    if (exceeds_context(length)) {
      run_window(logits);
    } else {
      if (Status s = pool_.begin(std::vector<std::int32_t>{-1}, length); !s) return s;
      run_cached(length, logits);
    }
    return ok_status();
  }

  Status advance(std::span<const std::int32_t> parents, std::span<const TokenId> tokens,
                 std::span<float> logits) override {
    if (Status status = check(parents, tokens, logits); !status) return status;
    if (Status status = check_step_memory(parents.size()); !status) return status;
    next_sequences_.resize(parents.size());
    for (std::size_t i = 0; i < parents.size(); ++i) {
      const TokenIds& parent = sequences_[static_cast<std::size_t>(parents[i])];
      next_sequences_[i].assign(parent.begin(), parent.end());
      next_sequences_[i].push_back(tokens[i]);
    }
    const bool cached = !exceeds_context(next_sequences_[0].size());
    if (cached) {
      if (Status s = pool_.begin(parents, 1); !s) return s;
    }
    sequences_.swap(next_sequences_);
    if (cached) {
      run_cached(1, logits);
    } else {
      run_window(logits);
    }
    return ok_status();
  }

 private:
  // Of a hypothesis: its id in the lists of this step and of the one before, which double while
  // they grow, and among the ids of a pass; and its row's number in the cache's two lists of paths.
  static constexpr std::size_t kBytesOfPosition = 5 * sizeof(TokenId) + 4 * sizeof(std::uint32_t);

  bool exceeds_context(std::size_t length) const {
    return parts_.config.max_positions > 0 && length > parts_.config.max_positions;
  }

  Status check(std::span<const std::int32_t> parents, std::span<const TokenId> tokens,
               std::span<const float> logits) const {
    if (parents.empty() || parents.size() != tokens.size() ||
        MemorySize(parents.size()) * vocab_size() != logits.size()) {
      return invalid_argument(
          "advance needs as many parents as tokens, one at least, and a row of logits for each");
    }
    for (std::int32_t parent : parents) {
      if (parent < 0 || static_cast<std::size_t>(parent) >= sequences_.size()) {
        return invalid_argument("found the parent " + std::to_string(parent) + ", but there are " +
                                std::to_string(sequences_.size()) + " hypotheses");
      }
    }
    return check_ids("continuation", tokens, vocab_size());
  }

  // Of a step of so many hypotheses, before anything changes. What earlier steps asked for is still
  // there; the cache asks for its own growth.
  Status check_step_memory(std::size_t batch) {
    const std::size_t length = sequences_[0].size() + 1;
    const bool past_context = exceeds_context(length);
    const RunSizes sizes{.batch = batch,
                         .target = past_context ? parts_.config.max_positions : 1,
                         .source = source_.length,
                         .logits = 1,
                         .past = past_context ? 0 : length - 1,
                         .encoded = true};
    const MemorySize working =
        working_bytes(parts_.config, sizes, hooks_) + MemorySize(batch) * length * kBytesOfPosition;
    const std::uint64_t more =
        working > working_bytes_ ? working.value() - working_bytes_.value() : 0;
    const HookedFloats hooked = hooked_floats(parts_.config, sizes, hooks_);
    if (Status s =
            check_memory("the next step of all hypotheses", hooked.total * sizeof(float) + more,
                         "; ask for fewer beams or shorten the text", working_bytes_);
        !s)
      return s;
    working_bytes_ += more;
    return ok_status();
  }

  // The last `length` tokens of every hypothesis, over keys and values of all before them.
  void run_cached(std::size_t length, std::span<float> logits) {
    const std::size_t first = sequences_[0].size() - length;
    run(length, first, &pool_, logits);
  }

  // Past the context: the last max_positions tokens from scratch, with positions from 0.
  void run_window(std::span<float> logits) {
    pool_.clear();
    run(parts_.config.max_positions, 0, nullptr, logits);
  }

  void run(std::size_t length, std::size_t first_position, KeyValueCache* cache,
           std::span<float> logits) {
    const std::size_t batch = sequences_.size(), d = parts_.config.d_model;
    ids_.clear();
    for (const TokenIds& sequence : sequences_)
      ids_.insert(ids_.end(), sequence.end() - static_cast<std::ptrdiff_t>(length), sequence.end());
    if (parts_.has_source() && encoder_copies_ != batch) {
      encoder_output_ = source_.output(parts_.config, batch);
      encoder_copies_ = batch;
    }
    const HookScope scope = output_scope(parts_, hooks_);
    run_decoder(parts_,
                {.ids = ids_,
                 .batch = batch,
                 .first_position = first_position,
                 .cache = cache,
                 .encoder_output = parts_.has_source() ? &encoder_output_ : nullptr},
                scope, buffers_);
    float* rows = buffers_.stream.data();
    copy_last_rows(rows, batch, length, {}, d, rows);
    write_logits(parts_, rows, batch, 1, scope, logits.data());
  }

  const Model::Parts& parts_;
  Hooks* hooks_;
  std::vector<TokenIds> sequences_;       // prompt included
  std::vector<TokenIds> next_sequences_;  // their memory is reused by the next step
  EncodedSource source_;
  EncoderOutput encoder_output_;
  std::size_t encoder_copies_ = 0;
  KeyValuePool pool_;
  Buffers buffers_;
  std::vector<TokenId> ids_;
  MemorySize working_bytes_;  // that steps were given
};

}  // namespace

Result<std::unique_ptr<Session>> Model::start_session(TokenIds prompt, TokenIds source,
                                                      Hooks* hooks) const {
  const ModelConfig& config = parts_->config;
  if (!parts_->decodes()) return invalid_argument("this model is an encoder and generates no text");
  if (prompt.empty()) {
    const auto start =
        config.decoder_start_token_id ? config.decoder_start_token_id : config.bos_token_id;
    if (!start)
      return invalid_argument("the prompt is empty, and this model names no token to begin with");
    prompt.push_back(*start);
  }
  const std::vector<TokenIds> prompts{prompt}, sources{std::move(source)};
  if (Status s = check_tokens(*parts_, prompts, config.vocab_size, "prompt", false); !s)
    return s.error();
  const std::size_t limit = config.max_positions;
  const RunSizes sizes{.target = limit > 0 ? std::min(prompt.size(), limit) : prompt.size(),
                       .source = sources[0].size(),
                       .logits = 1,
                       .cached = true};
  const std::string reading =
      "reading " + std::to_string(prompt.size() + sources[0].size()) + " tokens";
  if (Status s = check_run_memory(reading, config, sizes, hooks); !s) return s.error();
  EncodedSource encoded;
  if (parts_->has_source()) {
    if (Status s = check_tokens(*parts_, sources, config.source_vocab_size, "source"); !s)
      return s.error();
    encoded = encode_source(*parts_, sources, hooks);
  } else if (!sources[0].empty()) {
    return invalid_argument("this model has no encoder, so it takes no source");
  }
  return std::unique_ptr<Session>(
      std::make_unique<CachedSession>(*parts_, std::move(prompt), std::move(encoded), hooks));
}

}  // namespace glassformer
