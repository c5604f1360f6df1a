// The one place where the core's names become JavaScript's. It converts and renames; it computes
// and decides nothing. web/src/worker/engine.ts is the only caller: it owns every handle and its
// delete(), and checks what it passes.
#include <emscripten/heap.h>
#include <malloc.h>

#include "convert.hpp"
#include "glassformer/article/seeded_self_attention.hpp"
#include "glassformer/article/table_model.hpp"
#include "glassformer/attention.hpp"
#include "glassformer/embedding_space.hpp"
#include "glassformer/model.hpp"
#include "glassformer/random.hpp"
#include "glassformer/training.hpp"
#include "glassformer/training_batches.hpp"
#include "glassformer/vocabulary_learning.hpp"

namespace glassformer {
namespace {

using emscripten::allow_raw_pointers;
using emscripten::class_;
using emscripten::register_optional;
using emscripten::register_type;
using emscripten::value_object;

// Values

std::string failure_code(const Error& error) { return error_code_name(error.code); }
void ignore_failure_code(Error&, std::string) {}

/// The union of an enum's names, as its type.
template <typename E>
void register_names() {
  std::string names;
  for (const std::string_view name : kNames<E>) {
    names += (names.empty() ? "'" : " | '") + std::string(name) + "'";
  }
  register_type<E>(names.c_str());
}

EMSCRIPTEN_BINDINGS(values) {
  register_type<std::vector<float>>("Float32Array");
  register_type<std::vector<TokenId>>("Int32Array");
  register_type<std::vector<TokenIds>>("Int32Array[]");
  register_type<std::vector<std::uint8_t>>("Uint8Array");
  register_type<std::vector<std::size_t>>("number[]");
  register_type<std::vector<std::string>>("string[]");
  register_optional<TokenId>();
  register_optional<std::size_t>();

  register_names<Architecture>();
  register_names<NormPlace>();
  register_names<Positions>();
  register_names<Activation>();
  register_names<BeamRule>();
  register_names<EarlyStopping>();
  register_names<Edit::Action>();
  register_names<Schedule>();

  value_object<Error>("Failure")
      .field("code", failure_code, ignore_failure_code)
      .field("message", &Error::message);
  register_type<Status>("Failure | undefined");

  value_object<Tensor>("Tensor").field("shape", &Tensor::shape).field("data", &Tensor::data);
  value_object<NamedTensor>("NamedTensor")
      .field("name", &NamedTensor::name)
      .field("tensor", &NamedTensor::tensor);
  register_type<std::vector<NamedTensor>>("NamedTensor[]");
  register_type<Result<Tensor>>("Tensor | Failure");
  register_optional<Tensor>();
}

// Text

Result<std::vector<Token>> encode(const Tokenizer& tokenizer, const std::string& text) {
  Result<std::vector<Token>> tokens = tokenizer.encode(text);
  if (tokens) to_utf16_offsets(text, *tokens);
  return tokens;
}

Result<TokenIds> encode_ids(const Tokenizer& tokenizer, const std::string& text) {
  const Result<std::vector<Token>> tokens = tokenizer.encode(text);
  if (!tokens) return tokens.error();
  TokenIds ids;
  for (const Token& token : *tokens) ids.push_back(token.id);
  return ids;
}

std::string decode(const Tokenizer& tokenizer, const TokenIds& ids) {
  return tokenizer.decode(ids);
}

std::vector<std::string> shown(const Tokenizer& tokenizer, const TokenIds& ids) {
  std::vector<std::string> texts;
  for (const TokenId id : ids) texts.push_back(tokenizer.shown(id));
  return texts;
}

EMSCRIPTEN_BINDINGS(text) {
  value_object<TokenizerFiles>("TokenizerFiles")
      .field("tokenizerJson", &TokenizerFiles::tokenizer_json)
      .field("vocabJson", &TokenizerFiles::vocab_json)
      .field("mergesTxt", &TokenizerFiles::merges_txt)
      .field("vocabTxt", &TokenizerFiles::vocab_txt);
  value_object<Token>("Token")
      .field("id", &Token::id)
      .field("text", &Token::text)
      .field("start", &Token::start)
      .field("end", &Token::end);
  register_type<std::vector<Token>>("Token[]");
  register_type<Result<std::vector<Token>>>("Token[] | Failure");
  register_type<Result<TokenIds>>("Int32Array | Failure");
  class_<Tokenizer>("Tokenizer")
      .function("encode", encode)
      .function("encodeIds", encode_ids)
      .function("decode", decode)
      .function("shown", shown);
  register_type<Result<std::unique_ptr<Tokenizer>>>("Tokenizer | Failure | null");
  emscripten::function("makeTokenizer", make_tokenizer);
  class_<StreamDecoder>("StreamDecoder")
      .constructor<const Tokenizer&>()
      .function("push", &StreamDecoder::push)
      .function("finish", &StreamDecoder::finish);
}

// A model

Status append(ModelLoader& loader, const std::vector<std::uint8_t>& bytes) {
  return loader.append(std::as_bytes(std::span(bytes)));
}

Status forward(const Model& model, std::vector<TokenIds> tokens, std::vector<TokenIds> source,
               HookList& hooks) {
  const ForwardInput input{std::move(tokens), std::move(source)};
  const ForwardOptions options{LogitsWanted::kIfHooked, &hooks};
  const Result<ForwardOutput> output = model.forward(input, options);
  return output ? hooks.status() : Status(output.error());
}

Result<Tensor> logit_lens(const Model& model, const Tensor& residual) {
  return model.logit_lens(residual.view());
}

Result<Tensor> weight(const Model& model, const std::string& name) { return model.weight(name); }

Status set_weight(Model& model, const std::string& name, const std::vector<float>& values) {
  return model.set_weight(name, values);
}

EMSCRIPTEN_BINDINGS(model) {
  value_object<ModelConfig>("ModelConfig")
      .field("model_type", &ModelConfig::model_type)
      .field("architecture", &ModelConfig::architecture)
      .field("vocab_size", &ModelConfig::vocab_size)
      .field("source_vocab_size", &ModelConfig::source_vocab_size)
      .field("d_model", &ModelConfig::d_model)
      .field("num_heads", &ModelConfig::num_heads)
      .field("d_ff", &ModelConfig::d_ff)
      .field("encoder_layers", &ModelConfig::encoder_layers)
      .field("decoder_layers", &ModelConfig::decoder_layers)
      .field("max_positions", &ModelConfig::max_positions)
      .field("norm", &ModelConfig::norm)
      .field("final_norm", &ModelConfig::final_norm)
      .field("norm_epsilon", &ModelConfig::norm_epsilon)
      .field("activation", &ModelConfig::activation)
      .field("positions", &ModelConfig::positions)
      .field("scale_embedding", &ModelConfig::scale_embedding)
      .field("scale_attention", &ModelConfig::scale_attention)
      .field("tied_head", &ModelConfig::tied_head)
      .field("pad_token_id", &ModelConfig::pad_token_id)
      .field("bos_token_id", &ModelConfig::bos_token_id)
      .field("decoder_start_token_id", &ModelConfig::decoder_start_token_id)
      .field("eos_token_ids", &ModelConfig::eos_token_ids);
  register_type<Result<ModelConfig>>("ModelConfig | Failure");
  emscripten::function(
      "parseConfig", +[](const std::string& json) { return parse_config(json); });

  value_object<TensorInfo>("WeightInfo")
      .field("name", &TensorInfo::name)
      .field("shape", &TensorInfo::shape);
  register_type<std::vector<TensorInfo>>("WeightInfo[]");
  class_<Model>("Model")
      .function("parameterCount", &Model::parameter_count)
      .function("memoryBytes", &Model::memory_bytes)
      .function("forward", forward)
      .function("logitLens", logit_lens)
      .function("weights", &Model::weights)
      .function("weight", weight)
      .function("setWeight", set_weight);
  register_type<Result<Model>>("Model | Failure");
  class_<ModelLoader>("ModelLoader")
      .constructor<const ModelConfig&, std::optional<std::size_t>>()
      .function("append", append)
      .function("finish", &ModelLoader::finish);
}

// The space of a model's embeddings

Result<PrincipalPlane> embedding_map(const Model& model, bool of_source) {
  const Result<Tensor> table = model.token_embeddings(of_source);
  if (!table) return table.error();
  return principal_plane(table->view());
}

Result<Neighbours> nearest_tokens(const Model& model, std::size_t id, std::size_t count,
                                  bool of_source) {
  return model.nearest_tokens(id, count, of_source);
}

EMSCRIPTEN_BINDINGS(embedding_space) {
  value_object<PrincipalPlane>("PrincipalPlane")
      .field("positions", &PrincipalPlane::positions)
      .field("explained", &PrincipalPlane::explained);
  register_type<Result<PrincipalPlane>>("PrincipalPlane | Failure");
  value_object<Neighbours>("Neighbours")
      .field("rows", &Neighbours::rows)
      .field("similarities", &Neighbours::similarities);
  register_type<Result<Neighbours>>("Neighbours | Failure");
  emscripten::function("embeddingMap", embedding_map);
  emscripten::function("nearestTokens", nearest_tokens);
}

// Hooks

EMSCRIPTEN_BINDINGS(hooks) {
  value_object<Edit>("Edit")
      .field("hook", &Edit::hook)
      .field("action", &Edit::action)
      .field("head", &Edit::head)
      .field("factor", &Edit::factor)
      .field("values", &Edit::values);
  class_<HookList>("HookList")
      .constructor()
      .function("record", &HookList::record)
      .function("edit", &HookList::edit)
      .function("takeRecorded", &HookList::take_recorded)
      .function("status", &HookList::status);
  emscripten::function(
      "matchesGlob", +[](const std::string& pattern, const std::string& name) {
        return matches_glob(pattern, name);
      });
}

// Decoding

using NextTokens = std::unique_ptr<NextTokenModel>;

Result<NextTokens> start_session(const Model& model, TokenIds prompt, TokenIds source,
                                 HookList& hooks) {
  Result<std::unique_ptr<Session>> session =
      model.start_session(std::move(prompt), std::move(source), &hooks);
  if (!session) return session.error();
  return NextTokens(std::move(*session));
}

Result<NextTokens> make_table(std::size_t vocab_size, std::vector<TableModel::Row> rows) {
  Result<TableModel> table = TableModel::create(vocab_size, std::move(rows));
  if (!table) return table.error();
  return NextTokens(std::make_unique<TableModel>(std::move(*table)));
}

Result<std::unique_ptr<Generation>> start_generation(NextTokenModel& model,
                                                     const GenerationConfig& config,
                                                     const TokenIds& prompt,
                                                     const Tokenizer* tokenizer) {
  return Generation::create(model, config, prompt, tokenizer);
}

template <typename Options>
double seed_of(const Options& options) {
  return static_cast<double>(options.seed);
}
template <typename Options>
void set_seed(Options& options, double seed) {
  options.seed = static_cast<std::uint64_t>(seed);
}

EMSCRIPTEN_BINDINGS(decoding) {
  value_object<GenerationConfig>("GenerationConfig")
      .field("max_new_tokens", &GenerationConfig::max_new_tokens)
      .field("do_sample", &GenerationConfig::do_sample)
      .field("temperature", &GenerationConfig::temperature)
      .field("top_k", &GenerationConfig::top_k)
      .field("top_p", &GenerationConfig::top_p)
      .field("min_p", &GenerationConfig::min_p)
      .field("repetition_penalty", &GenerationConfig::repetition_penalty)
      .field("no_repeat_ngram_size", &GenerationConfig::no_repeat_ngram_size)
      .field("seed", seed_of<GenerationConfig>, set_seed<GenerationConfig>)
      .field("num_beams", &GenerationConfig::num_beams)
      .field("length_penalty", &GenerationConfig::length_penalty)
      .field("early_stopping", &GenerationConfig::early_stopping)
      .field("num_return_sequences", &GenerationConfig::num_return_sequences)
      .field("beam_rule", &GenerationConfig::beam_rule)
      .field("eos_token_ids", &GenerationConfig::eos_token_ids)
      .field("forced_tokens", &GenerationConfig::forced_tokens)
      .field("stop_strings", &GenerationConfig::stop_strings)
      .field("num_candidates", &GenerationConfig::num_candidates);
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
      .field("rank", &Beam::rank)
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
      .field("rank", &Sequence::rank)
      .field("finished", &Sequence::finished);
  register_type<std::vector<Sequence>>("Sequence[]");
  value_object<TableModel::Row>("TableRow")
      .field("prefix", &TableModel::Row::prefix)
      .field("probabilities", &TableModel::Row::probabilities);
  register_type<std::vector<TableModel::Row>>("TableRow[]");
  class_<NextTokenModel>("NextTokenModel");
  register_type<Result<NextTokens>>("NextTokenModel | Failure");
  emscripten::function("startSession", start_session);
  emscripten::function("makeTable", make_table);
  class_<Generation>("Generation")
      .function("step", &Generation::step)
      .function("force", &Generation::force)
      .function("sequences", &Generation::sequences);
  register_type<Result<std::unique_ptr<Generation>>>("Generation | Failure");
  emscripten::function("startGeneration", start_generation, allow_raw_pointers());
}

// Training

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
  const auto documents = documents_of(std::move(sequences), std::move(sources));
  return trainer.loss(Batches::in_order(documents, max_length));
}

std::vector<std::uint8_t> trained_weights(const Trainer& trainer) {
  const std::vector<std::byte> file = trainer.weights(DType::kF32);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
  return {bytes, bytes + file.size()};
}

Result<TokenizerFiles> learn_characters_of(const std::vector<std::string>& texts,
                                           const std::vector<std::string>& special_tokens) {
  const std::vector<std::string_view> documents(texts.begin(), texts.end());
  const std::vector<std::string_view> special(special_tokens.begin(), special_tokens.end());
  return learn_characters(documents, {}, special);
}

EMSCRIPTEN_BINDINGS(training) {
  value_object<TrainingOptions>("TrainingOptions")
      .field("learning_rate", &TrainingOptions::learning_rate)
      .field("warmup_steps", &TrainingOptions::warmup_steps)
      .field("schedule", &TrainingOptions::schedule)
      .field("total_steps", &TrainingOptions::total_steps)
      .field("final_share", &TrainingOptions::final_share)
      .field("beta1", &TrainingOptions::beta1)
      .field("beta2", &TrainingOptions::beta2)
      .field("epsilon", &TrainingOptions::epsilon)
      .field("weight_decay", &TrainingOptions::weight_decay)
      .field("decay_vectors", &TrainingOptions::decay_vectors)
      .field("max_gradient_norm", &TrainingOptions::max_gradient_norm)
      .field("label_smoothing", &TrainingOptions::label_smoothing)
      .field("attention_dropout", &TrainingOptions::attention_dropout)
      .field("residual_dropout", &TrainingOptions::residual_dropout)
      .field("embedding_dropout", &TrainingOptions::embedding_dropout)
      .field("seed", seed_of<TrainingOptions>, set_seed<TrainingOptions>)
      .field("portion_tokens", &TrainingOptions::portion_tokens);
  value_object<BatchOptions>("BatchOptions")
      .field("max_length", &BatchOptions::max_length)
      .field("tokens_per_batch", &BatchOptions::tokens_per_batch)
      .field("drop_first", &BatchOptions::drop_first)
      .field("seed", seed_of<BatchOptions>, set_seed<BatchOptions>);
  emscripten::function(
      "trainingDefaults", +[] { return TrainingOptions{}; });
  emscripten::function(
      "batchDefaults", +[] { return BatchOptions{}; });

  value_object<TrainingStep>("TrainingStep")
      .field("step", &TrainingStep::step)
      .field("loss", &TrainingStep::loss)
      .field("gradient_norm", &TrainingStep::gradient_norm)
      .field("learning_rate", &TrainingStep::learning_rate)
      .field("tokens", &TrainingStep::targets);
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

// Plain operations

using OptionalTensor = std::optional<Tensor>;

TensorView view_of(const OptionalTensor& tensor) { return tensor ? tensor->view() : TensorView{}; }

struct AttentionCall {
  Tensor query, key, value;
  float scale;
  bool causal;
  OptionalTensor attn_mask;
  std::vector<std::uint8_t> key_padding_mask;
};

Result<AttentionOutput> attend(const AttentionCall& call) {
  AttentionMask mask;
  mask.causal = call.causal;
  mask.additive = view_of(call.attn_mask).data;
  mask.additive_per_head = view_of(call.attn_mask).shape.size() == 3;
  mask.key_padding = call.key_padding_mask.empty() ? nullptr : call.key_padding_mask.data();
  return attention(call.query.view(), call.key.view(), call.value.view(), call.scale, mask);
}

struct MultiheadAttentionCall {
  std::size_t num_heads;
  Tensor query, key, value, out_proj_weight;
  OptionalTensor in_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight;
  OptionalTensor in_proj_bias, out_proj_bias, attn_mask;
  bool attn_mask_is_boolean;
  std::vector<std::uint8_t> key_padding_mask;
};

Result<MultiheadAttentionOutput> attend_with_heads(const MultiheadAttentionCall& call) {
  const MultiheadAttention module{.num_heads = call.num_heads,
                                  .in_proj_weight = view_of(call.in_proj_weight),
                                  .q_proj_weight = view_of(call.q_proj_weight),
                                  .k_proj_weight = view_of(call.k_proj_weight),
                                  .v_proj_weight = view_of(call.v_proj_weight),
                                  .in_proj_bias = view_of(call.in_proj_bias),
                                  .out_proj_weight = call.out_proj_weight.view(),
                                  .out_proj_bias = view_of(call.out_proj_bias)};
  const MultiheadAttentionMasks masks{.attn_mask = view_of(call.attn_mask),
                                      .attn_mask_is_boolean = call.attn_mask_is_boolean,
                                      .key_padding_mask = call.key_padding_mask};
  return multihead_attention(module, call.query.view(), call.key.view(), call.value.view(), masks);
}

Result<SelfAttention> attend_to_self(const Tensor& x, const Tensor& w_query, const Tensor& w_key,
                                     const Tensor& w_value, bool scaled, bool causal) {
  AttentionMask mask;
  mask.causal = causal;
  return self_attention(x.view(), w_query.view(), w_key.view(), w_value.view(), scaled, mask);
}

Result<SeededSelfAttention> attend_to_sentence(const std::string& sentence, double seed) {
  Result<SeededSelfAttention> example =
      seeded_self_attention(sentence, static_cast<std::uint64_t>(seed));
  if (example) to_utf16_offsets(sentence, example->words);
  return example;
}

Tensor softmax_of(const Tensor& x) { return softmax(x.view()); }

Tensor random_tensor(const Shape& shape, double seed, bool normal) {
  Tensor tensor(shape);
  Generator generator(static_cast<std::uint64_t>(seed));
  normal ? generator.randn(tensor.data) : generator.rand(tensor.data);
  return tensor;
}

EMSCRIPTEN_BINDINGS(operations) {
  value_object<AttentionCall>("AttentionCall")
      .field("query", &AttentionCall::query)
      .field("key", &AttentionCall::key)
      .field("value", &AttentionCall::value)
      .field("scale", &AttentionCall::scale)
      .field("causal", &AttentionCall::causal)
      .field("attn_mask", &AttentionCall::attn_mask)
      .field("key_padding_mask", &AttentionCall::key_padding_mask);
  value_object<AttentionOutput>("AttentionOutput")
      .field("raw_scores", &AttentionOutput::raw_scores)
      .field("scores", &AttentionOutput::scores)
      .field("pattern", &AttentionOutput::pattern)
      .field("z", &AttentionOutput::z);
  register_type<Result<AttentionOutput>>("AttentionOutput | Failure");
  emscripten::function("attention", attend);

  value_object<SelfAttention>("SelfAttention")
      .field("query", &SelfAttention::query)
      .field("key", &SelfAttention::key)
      .field("value", &SelfAttention::value)
      .field("attention", &SelfAttention::attention);
  register_type<Result<SelfAttention>>("SelfAttention | Failure");
  emscripten::function("selfAttention", attend_to_self);

  value_object<MultiheadAttentionCall>("MultiHeadAttentionCall")
      .field("num_heads", &MultiheadAttentionCall::num_heads)
      .field("query", &MultiheadAttentionCall::query)
      .field("key", &MultiheadAttentionCall::key)
      .field("value", &MultiheadAttentionCall::value)
      .field("in_proj_weight", &MultiheadAttentionCall::in_proj_weight)
      .field("q_proj_weight", &MultiheadAttentionCall::q_proj_weight)
      .field("k_proj_weight", &MultiheadAttentionCall::k_proj_weight)
      .field("v_proj_weight", &MultiheadAttentionCall::v_proj_weight)
      .field("in_proj_bias", &MultiheadAttentionCall::in_proj_bias)
      .field("out_proj_weight", &MultiheadAttentionCall::out_proj_weight)
      .field("out_proj_bias", &MultiheadAttentionCall::out_proj_bias)
      .field("attn_mask", &MultiheadAttentionCall::attn_mask)
      .field("attn_mask_is_boolean", &MultiheadAttentionCall::attn_mask_is_boolean)
      .field("key_padding_mask", &MultiheadAttentionCall::key_padding_mask);
  value_object<MultiheadAttentionOutput>("MultiHeadAttentionOutput")
      .field("output", &MultiheadAttentionOutput::output)
      .field("weights_per_head", &MultiheadAttentionOutput::weights_per_head)
      .field("weights", &MultiheadAttentionOutput::weights);
  register_type<Result<MultiheadAttentionOutput>>("MultiHeadAttentionOutput | Failure");
  emscripten::function("multiHeadAttention", attend_with_heads);

  value_object<WordToken>("WordToken")
      .field("id", &WordToken::id)
      .field("text", &WordToken::text)
      .field("start", &WordToken::start)
      .field("end", &WordToken::end);
  register_type<std::vector<WordToken>>("WordToken[]");
  value_object<SeededSelfAttention>("SeededSelfAttention")
      .field("words", &SeededSelfAttention::words)
      .field("embedded", &SeededSelfAttention::embedded)
      .field("w_query", &SeededSelfAttention::w_query)
      .field("w_key", &SeededSelfAttention::w_key)
      .field("w_value", &SeededSelfAttention::w_value)
      .field("result", &SeededSelfAttention::result);
  register_type<Result<SeededSelfAttention>>("SeededSelfAttention | Failure");
  emscripten::function("seededSelfAttention", attend_to_sentence);

  emscripten::function("softmax", softmax_of);
  emscripten::function("positionalEncoding", positional_encoding);
  emscripten::function("randomTensor", random_tensor);
}

// The instance

std::size_t used_bytes() { return mallinfo().uordblks; }

EMSCRIPTEN_BINDINGS(instance) {
  emscripten::constant("version", std::string(GLASSFORMER_VERSION));
  emscripten::function("usedBytes", used_bytes);
  emscripten::function("memoryBytes", emscripten_get_heap_size);
}

}  // namespace
}  // namespace glassformer
