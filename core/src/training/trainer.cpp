#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/option_check.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/random.hpp"
#include "glassformer/safetensors_writer.hpp"
#include "glassformer/training.hpp"
#include "text/token_ids.hpp"
#include "training/training_state.hpp"

namespace glassformer {
namespace {

using training::ParameterPlaces;
using training::PlacedParameter;

constexpr const char* kFirstMoments = "optimizer.exp_avg.";  // torch.optim.AdamW's names
constexpr const char* kSecondMoments = "optimizer.exp_avg_sq.";
constexpr const char* kSteps = "steps";

class InThisThread final : public Executor {
 public:
  std::size_t workers() const override { return 1; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override {
    for (std::size_t i = 0; i < count; ++i) task(data, i);
  }
};

Status check_schedule_and_ranges(const TrainingOptions& o) {
  if (Status s = check_options(o); !s) return s;
  if (o.schedule == Schedule::kCosine && o.total_steps <= o.warmup_steps)
    return invalid_argument("a cosine schedule ends after total_steps, which is " +
                            std::to_string(o.total_steps) + " and must be above warmup_steps (" +
                            std::to_string(o.warmup_steps) + ")");
  if (o.schedule == Schedule::kWarmupStableDecay &&
      (o.decay_steps == 0 || o.total_steps < o.warmup_steps ||
       o.total_steps - o.warmup_steps < o.decay_steps))
    return invalid_argument(
        "a warmup-stable-decay schedule falls over decay_steps, which is " +
        std::to_string(o.decay_steps) + ", expected 1 to total_steps without warmup_steps (" +
        std::to_string(o.total_steps) + " − " + std::to_string(o.warmup_steps) + ")");
  return ok_status();
}

void initialise(const ParameterPlaces& places, std::uint64_t seed, std::vector<float>& values) {
  Generator generator(seed);
  for (const PlacedParameter& p : places.parameters) {
    const std::span<float> mine(values.data() + p.offset, p.size());
    const auto scale = static_cast<float>(p.scale);
    switch (p.initial) {
      case Initial::kZeros:
        std::fill(mine.begin(), mine.end(), 0.0F);
        break;
      case Initial::kOnes:
        std::fill(mine.begin(), mine.end(), 1.0F);
        break;
      case Initial::kNormal:
        generator.randn(mine);
        for (float& value : mine) value *= scale;
        break;
      case Initial::kUniform:
        generator.rand(mine);
        for (float& value : mine) value = (2.0F * value - 1.0F) * scale;
        break;
    }
  }
}

// The number of targets to learn from.
Result<std::size_t> check_examples(const ModelConfig& config,
                                   std::span<const TrainingExample> examples) {
  const bool has_source = config.architecture == Architecture::kEncoderDecoder;
  const bool table = config.positions == Positions::kLearned;
  std::size_t count = 0;
  for (const TrainingExample& e : examples) {
    if (e.input.empty() || e.input.size() != e.target.size())
      return invalid_argument("an example has " + std::to_string(e.input.size()) +
                              " input tokens and " + std::to_string(e.target.size()) +
                              " targets, expected as many of both and at least one");
    if (e.source.empty() == has_source)
      return invalid_argument(has_source
                                  ? "an example has no source, which an encoder–decoder reads"
                                  : "an example has a source, but a decoder reads none");
    for (const TokenIds* ids : {&e.source, &e.input}) {
      if (table && ids->size() > config.max_positions)
        return invalid_argument("an example is " + std::to_string(ids->size()) +
                                " tokens long, but the context holds " +
                                std::to_string(config.max_positions));
    }
    if (Status s = check_ids("source", e.source, config.source_vocab_size); !s) return s.error();
    if (Status s = check_ids("input", e.input, config.vocab_size); !s) return s.error();
    if (Status s = check_ids("target", e.target, config.vocab_size, kIgnoredTarget); !s)
      return s.error();
    count += e.target.size() -
             static_cast<std::size_t>(std::count(e.target.begin(), e.target.end(), kIgnoredTarget));
  }
  if (count == 0) return invalid_argument("there is no target to learn from");
  return count;
}

}  // namespace

TrainingExample next_token_example(const TokenIds& sequence, const TokenIds& source) {
  TrainingExample example{.source = source};
  if (sequence.size() < 2) return example;
  example.input.assign(sequence.begin(), sequence.end() - 1);
  example.target.assign(sequence.begin() + 1, sequence.end());
  return example;
}

double lr_at(const TrainingOptions& o, std::size_t step) {
  const double now = static_cast<double>(step), warmup = static_cast<double>(o.warmup_steps);
  if (step < o.warmup_steps) return o.lr * now / warmup;
  switch (o.schedule) {
    case Schedule::kConstant:
      return o.lr;
    case Schedule::kCosine: {
      const double total = static_cast<double>(o.total_steps);
      const double progress = std::min(1.0, (now - warmup) / (total - warmup));
      const double share = (1.0 + std::cos(std::numbers::pi * progress)) / 2.0;
      return o.lr * (o.min_lr_ratio + (1.0 - o.min_lr_ratio) * share);
    }
    case Schedule::kWarmupStableDecay: {
      const double left = std::max(0.0, static_cast<double>(o.total_steps) - now);
      const double share = std::min(1.0, left / static_cast<double>(o.decay_steps));
      return o.lr * (o.min_lr_ratio + (1.0 - o.min_lr_ratio) * share);
    }
    case Schedule::kInverseSquareRoot:
      return o.lr * std::sqrt(std::max(1.0, warmup) / now);
  }
  return o.lr;
}

struct Trainer::State {
  State(const ModelConfig& config, const TrainingOptions& options, ParameterPlaces places,
        Executor* executor)
      : training(config, options, std::move(places), executor == nullptr ? own : *executor) {}

  InThisThread own;
  training::TrainingState<float> training;

  const ParameterPlaces& places() const { return training.places(); }
  Result<const PlacedParameter*> find(std::string_view name) const {
    if (const PlacedParameter* p = places().find(name)) return p;
    return invalid_argument("the model has no parameter '" + std::string(name) + "'");
  }
  Result<Tensor> copy(std::string_view name, const std::vector<float>& row) const {
    auto p = find(name);
    if (!p) return p.error();
    const auto from = row.begin() + static_cast<std::ptrdiff_t>((*p)->offset);
    return Tensor((*p)->shape,
                  std::vector<float>(from, from + static_cast<std::ptrdiff_t>((*p)->size())));
  }
  void append(const std::string& prefix, const std::vector<float>& row, DType dtype,
              std::vector<TensorToWrite>& out) const {
    for (const PlacedParameter& p : places().parameters)
      out.push_back({prefix + p.name, {row.data() + p.offset, p.shape}, dtype});
  }
  Status read(const SafetensorsFile& file, const std::string& prefix,
              std::vector<float>& row) const;
};

Trainer::Trainer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;
Trainer::~Trainer() = default;

Result<Trainer> Trainer::create(const ModelConfig& config, const TrainingOptions& options,
                                Executor* executor) {
  if (Status status = check_schedule_and_ranges(options); !status) return status.error();
  Result<ParameterPlaces> places =
      training::parameter_places(config, executor == nullptr ? 1 : executor->workers());
  if (!places) return places.error();
  auto state = std::make_unique<State>(config, options, std::move(places).value(), executor);
  initialise(state->places(), options.seed, state->training.parameters());
  return Trainer(std::move(state));
}

Result<TrainingStep> Trainer::step(std::span<const TrainingExample> examples) {
  training::TrainingState<float>& training = state_->training;
  const Result<std::size_t> targets = check_examples(training.config(), examples);
  if (!targets) return targets.error();
  if (Status s = training.prepare(examples, true); !s) return s.error();
  TrainingStep report;
  report.tokens = *targets;
  report.loss = training.gradients(examples, *targets);
  report.gradient_norm = training.gradient_norm();
  if (!std::isfinite(report.loss) || !std::isfinite(report.gradient_norm))
    return invalid_argument("the loss of step " + std::to_string(training.steps() + 1) +
                            " is no finite number; a lower lr or max_gradient_norm "
                            "keeps the training stable");
  report.lr = training.update(report.gradient_norm);
  report.step = training.steps();
  return report;
}

Result<double> Trainer::loss(std::span<const TrainingExample> examples) {
  const Result<std::size_t> targets = check_examples(config(), examples);
  if (!targets) return targets.error();
  if (Status s = state_->training.prepare(examples, false); !s) return s.error();
  return state_->training.loss(examples, *targets);
}

const ModelConfig& Trainer::config() const { return state_->training.config(); }
std::size_t Trainer::steps() const { return state_->training.steps(); }
std::size_t Trainer::parameter_count() const { return state_->places().size; }

std::vector<TensorInfo> Trainer::parameters() const {
  std::vector<TensorInfo> infos;
  for (const PlacedParameter& p : state_->places().parameters) {
    infos.push_back({p.name, DType::kF32, p.shape, p.offset * sizeof(float),
                     (p.offset + p.size()) * sizeof(float)});
  }
  return infos;
}

Result<Tensor> Trainer::parameter(std::string_view name) const {
  const training::TrainingState<float>& training = state_->training;
  return state_->copy(name, training.parameters());
}

Result<Tensor> Trainer::gradient(std::string_view name) const {
  return state_->copy(name, state_->training.gradient());
}

std::vector<std::byte> Trainer::weights(DType dtype) const {
  const training::TrainingState<float>& training = state_->training;
  std::vector<TensorToWrite> tensors;
  state_->append("", training.parameters(), dtype, tensors);
  return write_safetensors(tensors);
}

Result<Model> Trainer::model() const {
  // The file, its header, and the model's own matrices.
  const MemorySize bytes = MemorySize(parameter_count()) * sizeof(float) * 3;
  if (Status s = check_available("a model of the trained weights", bytes); !s) return s.error();
  return Model::load(config(), weights(DType::kF32));
}

std::vector<std::byte> Trainer::checkpoint() const {
  training::TrainingState<float>& training = state_->training;
  const training::TrainingState<float>& reading = training;
  std::vector<TensorToWrite> tensors;
  state_->append("", reading.parameters(), DType::kF32, tensors);
  state_->append(kFirstMoments, training.first_moments(), DType::kF32, tensors);
  state_->append(kSecondMoments, training.second_moments(), DType::kF32, tensors);
  return write_safetensors(tensors, {{kSteps, std::to_string(steps())}});
}

Status Trainer::State::read(const SafetensorsFile& file, const std::string& prefix,
                            std::vector<float>& row) const {
  row.resize(places().size);
  for (const PlacedParameter& p : places().parameters) {
    const TensorInfo* info = file.header().find(prefix + p.name);
    if (info == nullptr)
      return invalid_file("the checkpoint has no '" + prefix + p.name +
                          "', so it is of another model");
    if (info->shape != p.shape)
      return invalid_file("the checkpoint's '" + prefix + p.name + "' is " +
                          to_string(info->shape) + ", but this model's is " + to_string(p.shape));
    const std::span<float> mine(row.data() + p.offset, p.size());
    to_floats(info->dtype, file.raw(*info), mine);
    if (!std::all_of(mine.begin(), mine.end(), [](float v) { return std::isfinite(v); }))
      return invalid_file("the checkpoint's '" + prefix + p.name +
                          "' holds a value that is not a finite number");
  }
  return ok_status();
}

Status Trainer::resume(std::span<const std::byte> checkpoint) {
  Result<SafetensorsFile> file = SafetensorsFile::open(checkpoint);
  if (!file) return file.error();
  const auto& metadata = file->header().metadata;
  const auto found = metadata.find(kSteps);
  const std::string text = found == metadata.end() ? "" : found->second;
  constexpr std::size_t kMaxDigits = 15;
  if (text.empty() || text.size() > kMaxDigits ||
      text.find_first_not_of("0123456789") != std::string::npos)
    return invalid_file("the checkpoint does not say after how many steps it was written");
  if (const std::size_t expected = 3 * state_->places().parameters.size();
      file->header().tensors.size() != expected)
    return invalid_file("the checkpoint holds " + std::to_string(file->header().tensors.size()) +
                        " tensors, but this model's has " + std::to_string(expected));

  std::vector<float> parameters, first, second;
  for (const auto& [prefix, row] : {std::pair{"", &parameters}, std::pair{kFirstMoments, &first},
                                    std::pair{kSecondMoments, &second}}) {
    if (Status status = state_->read(*file, prefix, *row); !status) return status;
  }
  training::TrainingState<float>& training = state_->training;
  std::copy(parameters.begin(), parameters.end(), training.parameters().begin());
  training.first_moments() = std::move(first);
  training.second_moments() = std::move(second);
  std::size_t steps = 0;
  for (const char digit : text) steps = steps * 10 + static_cast<std::size_t>(digit - '0');
  training.set_steps(steps);
  return ok_status();
}

}  // namespace glassformer
