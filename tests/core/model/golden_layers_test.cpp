// Layers one by one: positions, norms, activations, softmax, attention, feed-forward, encoder and
// decoder layer.
#include "glassformer/attention.hpp"
#include "golden.hpp"
#include "kernels/kernels.hpp"
#include "model/attention.hpp"
#include "model/layer.hpp"

namespace glassformer {
namespace {

using namespace test;

const std::string kLayersFile = "seed004_layers";

Linear linear(const TensorFile& golden, const std::string& name) {
  const Tensor weight = golden[name + ".weight"];
  Linear result;
  result.weight = PackedMatrix(kernels::active(), weight.shape[1], weight.shape[0]);
  REQUIRE(result.weight.allocate());
  result.weight.store(weight.data, WeightLayout::kOutIn, 0, weight.shape[0]);
  result.bias = golden[name + ".bias"].data;
  return result;
}

Linear side_by_side(const TensorFile& golden, const std::string& left, const std::string& right) {
  const Tensor a = golden[left + ".weight"], b = golden[right + ".weight"];
  Linear result;
  result.weight = PackedMatrix(kernels::active(), a.shape[1], a.shape[0] + b.shape[0]);
  REQUIRE(result.weight.allocate());
  result.weight.store(a.data, WeightLayout::kOutIn, 0, a.shape[0]);
  result.weight.store(b.data, WeightLayout::kOutIn, a.shape[0], b.shape[0]);
  result.bias = golden[left + ".bias"].data;
  const auto more = golden[right + ".bias"].data;
  result.bias.insert(result.bias.end(), more.begin(), more.end());
  return result;
}

SelfAttentionWeights self_weights(const TensorFile& golden, const std::string& at) {
  return {linear(golden, at + ".c_attn"), linear(golden, at + ".c_proj")};
}
CrossAttentionWeights cross_weights(const TensorFile& golden, const std::string& at) {
  return {linear(golden, at + ".query"), side_by_side(golden, at + ".key", at + ".value"),
          linear(golden, at + ".proj")};
}
FeedForwardWeights ffn_weights(const TensorFile& golden, const std::string& at) {
  return {linear(golden, at + ".net.0"), linear(golden, at + ".net.3")};
}
NormWeights norm_weights(const TensorFile& golden, const std::string& at) {
  return {golden[at + ".weight"].data, golden[at + ".bias"].data};
}

std::vector<std::uint8_t> mask_of(const Tensor& tensor) {
  return {tensor.data.begin(), tensor.data.end()};
}

// A config of one layer, whose parts are switched on as the case at hand needs them.
ModelConfig layer_config(const nlohmann::json& json) {
  const auto& modules = json["modules"];
  ModelConfig config;
  config.d_model = modules["d_model"].get<std::size_t>();
  config.num_heads = modules["n_head"].get<std::size_t>();
  config.d_ff = modules["d_ff"].get<std::size_t>();
  config.norm = NormPlace::kPost;
  config.activation = Activation::kRelu;
  return config;
}

EncoderOutput encoder_output_of(const Linear& key_value, const Tensor& x_kv,
                                std::vector<float>& rows, const std::uint8_t* padding) {
  const std::size_t d = x_kv.shape[2], n = x_kv.shape[0] * x_kv.shape[1];
  rows.resize(n * 2 * d);
  key_value.apply(x_kv.data.data(), d, n, rows.data());
  EncoderOutput encoder;
  encoder.padding = padding;
  encoder.layers.resize(1);
  encoder.layers[0].keys = x_kv.shape[1];
  for (std::size_t i = 0; i < n; ++i) {
    encoder.layers[0].key_rows.push_back(rows.data() + i * 2 * d);
    encoder.layers[0].value_rows.push_back(rows.data() + i * 2 * d + d);
  }
  return encoder;
}

// Runs one layer on x; what hooks saw goes to `seen`.
Tensor run(const ModelConfig& config, const LayerWeights& weights, const Tensor& x, bool causal,
           const std::uint8_t* padding, const EncoderOutput* encoder,
           std::map<std::string, Tensor>& seen) {
  HookList hooks;
  hooks.record("*");
  Pass pass{config, kernels::active(), x.shape[0], x.shape[1]};
  pass.causal = causal;
  pass.padding = padding;
  pass.encoder_output = encoder;
  Buffers buffers;
  buffers.fit(config, pass.rows());
  Tensor y = x;
  run_layer(pass, weights, 0, HookScope(&hooks), buffers, y.data.data());
  for (NamedTensor& named : hooks.take_recorded()) seen[named.name] = std::move(named.tensor);
  return y;
}

// Attention alone: a layer without norm and feed-forward adds just the attention's output to x.
Tensor attention_only(ModelConfig config, const LayerWeights& weights, const Tensor& x, bool causal,
                      std::map<std::string, Tensor>& seen) {
  config.norm = NormPlace::kNone;
  config.d_ff = 0;
  run(config, weights, x, causal, nullptr, nullptr, seen);
  return seen["attn_out"];
}

}  // namespace

TEST_CASE("golden: sinusoidal positions", "[golden]") {
  need(kLayersFile + ".safetensors");
  const TensorFile golden(kLayersFile + ".safetensors");
  std::size_t tables = 0;
  for (const std::string& name : golden.names()) {
    if (!name.starts_with("pe.")) continue;
    const Tensor want = golden[name];
    check_close(name, positional_encoding(want.shape[0], want.shape[1]), want, {1e-6, 0});
    ++tables;
  }
  CHECK(tables > 0);
  const Tensor rows = golden["pe_rows.value"];
  const std::vector<std::int32_t> positions = golden.ids("pe_rows.positions");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Tensor row =
        positional_encoding(1, rows.shape[1], static_cast<std::size_t>(positions[i]));
    check_close("position " + std::to_string(positions[i]), row.data,
                block(rows, i, positions.size()), {1e-6, 0});
  }
}

TEST_CASE("golden: layer norm in every build of the kernels, hard rows included", "[golden]") {
  need(kLayersFile + ".safetensors");
  const TensorFile golden(kLayersFile + ".safetensors");
  std::size_t cases = 0;
  for (const std::string& name : golden.names()) {
    if (!name.starts_with("layernorm.") || !name.ends_with(".y")) continue;
    const std::size_t eps_at = name.find(".eps");
    const std::string base = name.substr(0, eps_at);
    const float epsilon = std::stof(name.substr(eps_at + 4, name.size() - eps_at - 6));
    const Tensor x = golden[base + ".x"], weight = golden[base + ".weight"],
                 bias = golden[base + ".bias"], want = golden[name];
    const std::size_t d = x.shape[1];
    for (const kernels::Kernels* k : kernels::available()) {
      for (std::size_t row = 0; row < x.shape[0]; ++row) {
        std::vector<float> got(d);
        k->layer_norm(x.data.data() + row * d, d, weight.data.data(), bias.data.data(), epsilon,
                      got.data());
        // Rows: random, random, constant, tiny, large mean offset. With one feature the exact
        // answer is the bias.
        const bool constant = row == 2 || d == 1;
        const Tolerance tolerance = constant   ? Tolerance{1e-6, 0}
                                    : row >= 3 ? Tolerance{1e-3, 0}
                                               : kForward;
        check_close(std::string(k->name) + " " + name + " row " + std::to_string(row), got,
                    constant ? bias.data : block(want, row, x.shape[0]), tolerance);
      }
    }
    ++cases;
  }
  CHECK(cases > 0);
}

TEST_CASE("golden: activations and softmax in every build of the kernels", "[golden]") {
  need(kLayersFile + ".safetensors");
  const TensorFile golden(kLayersFile + ".safetensors");
  for (const kernels::Kernels* k : kernels::available()) {
    const auto activation = [&](const char* name, void (*function)(float*, std::size_t)) {
      std::vector<float> x = golden["activation.x"].data;
      function(x.data(), x.size());
      check_close(std::string(k->name) + " " + name, x,
                  golden[std::string("activation.") + name].data, {1e-6, 1e-6});
    };
    activation("relu", k->relu);
    activation("gelu", k->gelu);
    activation("gelu_new", k->gelu_new);

    const auto rows = [&](const char* name, void (*function)(float*, std::size_t),
                          Tolerance tolerance) {
      Tensor x = golden["softmax.x"];
      for (std::size_t r = 0; r < x.shape[0]; ++r)
        function(x.data.data() + r * x.shape[1], x.shape[1]);
      check_close(std::string(k->name) + " " + name, x, golden[name], tolerance);
    };
    rows("softmax.y", k->softmax, kProbability);
    rows("log_softmax.y", k->log_softmax, kForward);
  }
}

TEST_CASE("golden: self-, causal and cross-attention and feed-forward", "[golden]") {
  need(kLayersFile + ".safetensors");
  const TensorFile golden(kLayersFile + ".safetensors");
  const auto json = read_json(golden_path(kLayersFile + ".json"));
  const ModelConfig config = layer_config(json);
  const Tensor x = golden["in.x"];
  std::map<std::string, Tensor> seen;

  LayerWeights self;
  self.self = self_weights(golden, "w.self");
  check_close("self.y", attention_only(config, self, x, false, seen), golden["self.y"]);
  check_probabilities("self.probs", seen["attn.pattern"], golden["self.probs"]);
  check_close("causal.y", attention_only(config, self, x, true, seen), golden["causal.y"]);
  check_probabilities("causal.probs", seen["attn.pattern"], golden["causal.probs"]);
  check_close("causal.len1.y", attention_only(config, self, golden["in.x_len1"], true, seen),
              golden["causal.len1.y"]);

  const CrossAttentionWeights cross = cross_weights(golden, "w.cross");
  const auto check_cross = [&](const std::string& name, const Tensor& x_kv,
                               const std::uint8_t* padding, bool causal) {
    std::vector<float> rows;
    const EncoderOutput encoder = encoder_output_of(cross.key_value, x_kv, rows, padding);
    const std::size_t d = config.d_model, n = x.shape[0] * x.shape[1];
    std::vector<float> queries(n * d), z(n * d), y(n * d);
    cross.query.apply(x.data.data(), d, n, queries.data());
    AttentionProblem problem;
    problem.batch = x.shape[0];
    problem.heads = config.num_heads;
    problem.queries = x.shape[1];
    problem.keys = x_kv.shape[1];
    problem.key_width = problem.value_width = config.head_width();
    problem.scale = 1.0F / std::sqrt(static_cast<float>(config.head_width()));
    problem.q = queries.data();
    problem.q_stride = problem.z_stride = d;
    problem.key_rows = encoder.layers[0].key_rows.data();
    problem.value_rows = encoder.layers[0].value_rows.data();
    problem.causal = causal;
    problem.key_padding = padding;
    problem.z = z.data();
    HookList hooks;
    hooks.record("pattern");
    AttentionScratch scratch;
    attend(kernels::active(), problem, scratch, HookScope(&hooks));
    cross.out.apply(z.data(), d, n, y.data());
    check_close(name + ".y", y, golden[name + ".y"].data);
    check_probabilities(name + ".probs", hooks.take_recorded()[0].tensor, golden[name + ".probs"]);
  };
  const std::vector<std::uint8_t> padding = mask_of(golden["in.kv_padding"]);
  check_cross("cross", golden["in.x_kv"], nullptr, false);
  check_cross("cross_padded", golden["in.x_kv"], padding.data(), false);
  check_cross("cross_article_causal", golden["in.x_kv_same_len"], nullptr, true);

  // Feed-forward alone: behind an attention whose output weights are zero.
  ModelConfig ffn_config = config;
  ffn_config.norm = NormPlace::kNone;
  LayerWeights ffn;
  ffn.self = self_weights(golden, "w.self");
  ffn.self.out.weight = PackedMatrix(kernels::active(), config.d_model, config.d_model);
  REQUIRE(ffn.self.out.weight.allocate());
  ffn.self.out.weight.store(std::vector<float>(config.d_model * config.d_model),
                            WeightLayout::kInOut, 0, config.d_model);
  ffn.self.out.bias.assign(config.d_model, 0.0F);
  ffn.feed_forward = ffn_weights(golden, "w.ffn");
  run(ffn_config, ffn, x, false, nullptr, nullptr, seen);
  check_close("ffn.y", seen["mlp_out"], golden["ffn.y"]);
}

TEST_CASE("golden: an encoder layer and a decoder layer, with and without padding", "[golden]") {
  need(kLayersFile + ".safetensors");
  const TensorFile golden(kLayersFile + ".safetensors");
  const auto json = read_json(golden_path(kLayersFile + ".json"));
  const ModelConfig config = layer_config(json);
  const Tensor x = golden["in.x"];
  const std::vector<std::uint8_t> x_padding = mask_of(golden["in.x_padding"]),
                                  kv_padding = mask_of(golden["in.kv_padding"]);
  std::map<std::string, Tensor> seen;

  LayerWeights encoder;
  encoder.self = self_weights(golden, "w.enc.attn");
  encoder.feed_forward = ffn_weights(golden, "w.enc.ffn");
  encoder.norms[0] = norm_weights(golden, "w.enc.norm1");
  encoder.norms[1] = norm_weights(golden, "w.enc.norm2");
  check_close("enc.y", run(config, encoder, x, false, nullptr, nullptr, seen), golden["enc.y"]);
  check_probabilities("enc.probs", seen["attn.pattern"], golden["enc.probs"]);
  check_close("enc_padded.y", run(config, encoder, x, false, x_padding.data(), nullptr, seen),
              golden["enc_padded.y"]);
  check_close("enc.len1.y",
              run(config, encoder, golden["in.x_len1"], false, nullptr, nullptr, seen),
              golden["enc.len1.y"]);

  LayerWeights decoder;
  decoder.self = self_weights(golden, "w.dec.self_attn");
  decoder.cross = cross_weights(golden, "w.dec.cross_attn");
  decoder.feed_forward = ffn_weights(golden, "w.dec.ffn");
  for (std::size_t i = 0; i < 3; ++i)
    decoder.norms[i] = norm_weights(golden, "w.dec.norm" + std::to_string(i + 1));
  std::vector<float> rows;
  EncoderOutput encoded =
      encoder_output_of(decoder.cross.key_value, golden["in.x_kv"], rows, nullptr);
  check_close("dec.y", run(config, decoder, x, true, nullptr, &encoded, seen), golden["dec.y"]);
  check_probabilities("dec.self_probs", seen["attn.pattern"], golden["dec.self_probs"]);
  check_probabilities("dec.cross_probs", seen["cross_attn.pattern"], golden["dec.cross_probs"]);
  encoded.padding = kv_padding.data();
  check_close("dec_padded.y", run(config, decoder, x, true, nullptr, &encoded, seen),
              golden["dec_padded.y"]);
}

}  // namespace glassformer
