// A model: its config, its weights, a run; the space of its embeddings.
#include "glassformer/model.hpp"
#include "convert.hpp"
#include "glassformer/embedding_space.hpp"

namespace glassformer {
namespace {

using emscripten::class_;
using emscripten::register_type;
using emscripten::typed_memory_view;
using emscripten::val;
using emscripten::value_object;

EMSCRIPTEN_DECLARE_VAL_TYPE(Uint8Array)

// As a vector they would be copied, into memory that is filled with zeros first, before the loader
// copies them.
class PageBytes final : public ForeignBytes {
 public:
  explicit PageBytes(const Uint8Array& array)
      : ForeignBytes(array["length"].as<std::size_t>()), array_(array) {}
  void copy(std::size_t from, std::span<std::byte> to) const override {
    val(typed_memory_view(to.size(), reinterpret_cast<std::uint8_t*>(to.data())))
        .call<void>("set", array_.call<val>("subarray", from, from + to.size()));
  }

 private:
  const val& array_;
};

Status append(ModelLoader& loader, const Uint8Array& bytes) {
  return loader.append(PageBytes(bytes));
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
      .field("num_key_value_heads", &ModelConfig::num_key_value_heads)
      .field("d_ff", &ModelConfig::d_ff)
      .field("encoder_layers", &ModelConfig::encoder_layers)
      .field("decoder_layers", &ModelConfig::decoder_layers)
      .field("max_positions", &ModelConfig::max_positions)
      .field("norm", &ModelConfig::norm)
      .field("final_norm", &ModelConfig::final_norm)
      .field("norm_epsilon", &ModelConfig::norm_epsilon)
      .field("activation", &ModelConfig::activation)
      .field("says_activation", &ModelConfig::says_activation)
      .field("positions", &ModelConfig::positions)
      .field("scale_embedding", &ModelConfig::scale_embedding)
      .field("scale_attention", &ModelConfig::scale_attention)
      .field("tied_head", &ModelConfig::tied_head)
      .field("pooling", &ModelConfig::pooling)
      .field("labels", &ModelConfig::labels)
      .field("weight_scale", &ModelConfig::weight_scale)
      .field("pad_token_id", &ModelConfig::pad_token_id)
      .field("bos_token_id", &ModelConfig::bos_token_id)
      .field("decoder_start_token_id", &ModelConfig::decoder_start_token_id)
      .field("eos_token_ids", &ModelConfig::eos_token_ids);
  register_type<Result<ModelConfig>>("ModelConfig | Failure");
  emscripten::function(
      "parseConfig", +[](const std::string& json) { return parse_config(json); });

  value_object<WeightInfo>("WeightInfo")
      .field("name", &WeightInfo::name)
      .field("shape", &WeightInfo::shape)
      .field("role", &WeightInfo::role)
      .field("isBias", &WeightInfo::is_bias)
      .field("stack", &WeightInfo::stack)
      .field("layer", &WeightInfo::layer)
      .field("sublayer", &WeightInfo::sublayer)
      .field("layout", &WeightInfo::layout);
  register_type<std::vector<WeightInfo>>("WeightInfo[]");
  class_<Model>("Model")
      .function("config", &Model::config)
      .function("weightType", &Model::weight_type)
      .function("parameterCount", &Model::parameter_count)
      .function("memoryBytes", &Model::memory_bytes)
      .function("forward", forward)
      .function("logitLens", logit_lens)
      .function("weights", &Model::weights)
      .function("weight", weight)
      .function("setWeight", set_weight)
      .function("safetensors", &Model::safetensors);
  register_type<Result<std::vector<std::byte>>>("Uint8Array | Failure");
  register_type<Result<Model>>("Model | Failure");
  register_type<Uint8Array>("Uint8Array");
  class_<ModelLoader>("ModelLoader")
      .constructor<const ModelConfig&, std::optional<std::size_t>, WeightType>()
      .function("append", append)
      .function("finish", &ModelLoader::finish);
}

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

}  // namespace
}  // namespace glassformer
