#include "run.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "corpus.hpp"
#include "files.hpp"
#include "glassformer/training.hpp"
#include "glassformer/training_batches.hpp"
#include "model_folder.hpp"
#include "recipe.hpp"
#include "thread_pool.hpp"

namespace glassformer::tools {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr const char* kWeights = "model.safetensors";
constexpr const char* kCheckpoint = "checkpoint.safetensors";
constexpr const char* kLog = "log.tsv";
constexpr double kSecondsBetweenCheckpoints = 120.0;
constexpr double kSecondsBetweenLines = 2.0;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  char text[32];
  std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::size_t tokens_in(const std::vector<TrainingExample>& examples) {
  std::size_t tokens = 0;
  for (const TrainingExample& e : examples) tokens += e.source.size() + e.input.size();
  return tokens;
}

// An evaluation, as a line of log.tsv has it.
struct Evaluation {
  std::size_t step = 0;
  double train_loss = 0.0;  // mean since the last evaluation
  double valid_loss = 0.0;
  double seconds = 0.0;  // of training so far, over all runs
};

constexpr const char* kLogHeader = "step\ttrain_loss\tvalid_loss\tseconds\n";

std::string log_text(const std::vector<Evaluation>& evaluations) {
  std::string text = kLogHeader;
  for (const Evaluation& e : evaluations) {
    text += std::to_string(e.step) + "\t" + fixed(e.train_loss, 4) + "\t" + fixed(e.valid_loss, 4) +
            "\t" + fixed(e.seconds, 1) + "\n";
  }
  return text;
}

// Lines behind the checkpoint's step are left out: they will be written again.
std::vector<Evaluation> read_log(const std::string& text, std::size_t steps) {
  std::vector<Evaluation> evaluations;
  std::istringstream lines(text);
  std::string header;
  std::getline(lines, header);
  for (Evaluation e; lines >> e.step >> e.train_loss >> e.valid_loss >> e.seconds;) {
    if (e.step <= steps) evaluations.push_back(e);
  }
  return evaluations;
}

class Run {
 public:
  Run(const RunOptions& options, const Recipe& recipe, const PreparedModel& model, Trainer& trainer,
      Batches& batches, std::vector<TrainingExample> valid, std::ostream& log)
      : options_(options),
        recipe_(recipe),
        model_(model),
        trainer_(trainer),
        batches_(batches),
        valid_(std::move(valid)),
        log_(log) {}

  Status resume() {
    const fs::path path = options_.out / kCheckpoint;
    if (options_.restart || !fs::exists(path)) return ok_status();
    for (const NamedFile& file : model_.files) {
      Result<std::string> there = read_file(options_.out / file.name);
      if (!there) return there.error();
      if (*there != file.text)
        return invalid_file(path.string() + " is of another run: " + file.name +
                            " beside it differs from what recipe and texts give (--restart begins "
                            "anew, another --out keeps both)");
    }
    Result<std::string> bytes = read_file(path);
    if (!bytes) return bytes.error();
    if (Status status = trainer_.resume(std::as_bytes(std::span(*bytes))); !status)
      return invalid_file(path.string() + ": " + status.error().message);
    if (Result<std::string> text = read_file(options_.out / kLog))
      evaluations_ = read_log(*text, trainer_.steps());
    for (const Evaluation& e : evaluations_) {
      best_ = std::min(best_, e.valid_loss);
      seconds_before_ = e.seconds;
    }
    batches_.skip(trainer_.steps());
    saved_at_ = trainer_.steps();
    log_ << "going on after step " << trainer_.steps() << "\n";
    return ok_status();
  }

  Status write_folder() {
    for (const NamedFile& file : model_.files) {
      if (Status status = write_file(options_.out / file.name, file.text); !status) return status;
    }
    return options_.restart ? forget_run_before() : ok_status();
  }

  Status train(const std::atomic<bool>& stop) {
    begin_ = last_line_ = last_checkpoint_ = Clock::now();
    const std::size_t first = trainer_.steps();
    std::size_t tokens = 0;
    double loss_sum = 0.0;
    std::size_t losses = 0;
    while (trainer_.steps() < recipe_.steps && !stop) {
      const auto& examples = batches_.next();
      Result<TrainingStep> step = trainer_.step(examples);
      if (!step) return step.error();
      tokens += tokens_in(examples);
      loss_sum += step->loss;
      ++losses;
      show_progress(*step, tokens, first);
      if (step->step % recipe_.evaluate_every == 0 || step->step == recipe_.steps) {
        if (Status s = evaluate(loss_sum / static_cast<double>(losses)); !s) return s;
        loss_sum = 0.0;
        losses = 0;
      } else if (seconds_since(last_checkpoint_) > kSecondsBetweenCheckpoints) {
        if (Status s = write_checkpoint(); !s) return s;
      }
    }
    if (saved_at_ == trainer_.steps()) return ok_status();
    return write_checkpoint();
  }

 private:
  double seconds() const { return seconds_before_ + seconds_since(begin_); }

  void show_progress(const TrainingStep& step, std::size_t tokens, std::size_t first) {
    if (seconds_since(last_line_) < kSecondsBetweenLines && step.step != recipe_.steps) return;
    last_line_ = Clock::now();
    const double elapsed = seconds_since(begin_);
    const double left = elapsed / static_cast<double>(step.step - first) *
                        static_cast<double>(recipe_.steps - step.step);
    log_ << "step " << step.step << "/" << recipe_.steps << "  loss " << fixed(step.loss, 4)
         << "  gradient " << fixed(step.gradient_norm, 2) << "  rate " << fixed(step.lr * 1e3, 3)
         << "e-3  " << std::lround(static_cast<double>(tokens) / elapsed) << " tokens/s  epoch "
         << batches_.epoch() + 1 << "  left " << duration(left) << std::endl;
  }

  // The weights as they will be stored are not yet rounded here; the difference is far below what
  // the log shows.
  Status evaluate(double train_loss) {
    double sum = 0.0;
    std::size_t targets = 0;
    constexpr std::size_t kAtOnce = 64;
    for (std::size_t i = 0; i < valid_.size(); i += kAtOnce) {
      const auto some = std::span(valid_).subspan(i, std::min(kAtOnce, valid_.size() - i));
      std::size_t count = 0;
      for (const TrainingExample& e : some) count += e.target.size();
      Result<double> loss = trainer_.loss(some);
      if (!loss) return loss.error();
      sum += *loss * static_cast<double>(count);
      targets += count;
    }
    const double valid_loss = sum / static_cast<double>(targets);
    evaluations_.push_back({trainer_.steps(), train_loss, valid_loss, seconds()});
    const bool better = valid_loss < best_;
    log_ << "held out after step " << trainer_.steps() << ": loss " << fixed(valid_loss, 4)
         << ", perplexity " << fixed(std::exp(valid_loss), 2) << (better ? ", the best so far" : "")
         << std::endl;
    if (Status s = write_file(options_.out / kLog, log_text(evaluations_)); !s) return s;
    if (better) {
      best_ = valid_loss;
      const Result<std::vector<std::byte>> weights = stored_weights();
      if (!weights) return weights.error();
      if (Status s = write_file(options_.out / kWeights, *weights); !s) return s;
    }
    return write_checkpoint();
  }

  // Whatever ends this run before its first checkpoint, the next one does not go on with an older.
  Status forget_run_before() {
    for (const char* name : {kLog, kWeights}) {
      std::error_code problem;
      fs::remove(options_.out / name, problem);
      if (problem)
        return invalid_file((options_.out / name).string() +
                            " cannot be removed: " + problem.message());
    }
    return write_checkpoint();
  }

  Result<std::vector<std::byte>> stored_weights() const {
    if (recipe_.dtype != DType::kI8) return trainer_.weights(recipe_.dtype);
    const Result<Model> model =
        Model::load(trainer_.config(), trainer_.weights(DType::kF32), WeightType::kInt8);
    if (!model) return model.error();
    return model->safetensors();
  }

  Status write_checkpoint() {
    const std::vector<std::byte> checkpoint = trainer_.checkpoint();
    last_checkpoint_ = Clock::now();
    if (Status s = write_file(options_.out / kCheckpoint, checkpoint); !s) return s;
    saved_at_ = trainer_.steps();
    return ok_status();
  }

  const RunOptions& options_;
  const Recipe& recipe_;
  const PreparedModel& model_;
  Trainer& trainer_;
  Batches& batches_;
  std::vector<TrainingExample> valid_;
  std::ostream& log_;
  std::vector<Evaluation> evaluations_;
  double best_ = std::numeric_limits<double>::infinity();
  double seconds_before_ = 0.0;
  std::optional<std::size_t>
      saved_at_;  // the step of the checkpoint in the folder, if there is one
  Clock::time_point begin_, last_line_, last_checkpoint_;
};

Result<std::vector<CorpusDocument>> read_all(const std::vector<fs::path>& paths) {
  std::vector<CorpusDocument> all;
  for (const fs::path& path : paths) {
    Result<std::vector<CorpusDocument>> some = read_corpus(path);
    if (!some) return some.error();
    all.insert(all.end(), std::make_move_iterator(some->begin()),
               std::make_move_iterator(some->end()));
  }
  return all;
}

}  // namespace

Status run_training(const RunOptions& options, const std::atomic<bool>& stop, std::ostream& log) {
  Result<std::string> text = read_file(options.recipe);
  if (!text) return text.error();
  Result<Recipe> recipe = parse_recipe(*text, options.recipe.string());
  if (!recipe) return recipe.error();
  if (options.steps > 0) recipe->steps = recipe->training.total_steps = options.steps;
  Result<std::vector<CorpusDocument>> train_texts = read_all(options.train);
  if (!train_texts) return train_texts.error();
  Result<std::vector<CorpusDocument>> valid_texts = read_corpus(options.valid);
  if (!valid_texts) return valid_texts.error();
  Result<PreparedModel> model = prepare_model(*recipe, *train_texts);
  if (!model) return model.error();

  auto train = tokenize(*model, *train_texts);
  if (!train) return train.error();
  auto valid = tokenize(*model, *valid_texts);
  if (!valid) return valid.error();
  BatchOptions batch_options = recipe->batches;
  if (model->config.max_positions > 0)
    batch_options.max_length = std::min(batch_options.max_length, model->config.max_positions);
  std::size_t tokens = 0;
  for (const TrainingDocument& d : *train) tokens += d.source.size() + d.tokens.size();
  const std::size_t documents = train->size();
  Result<Batches> batches = Batches::create(std::move(train).value(), batch_options);
  if (!batches) return batches.error();
  Result<std::vector<TrainingExample>> examples =
      Batches::in_order(*valid, batch_options.max_length);
  if (!examples) return examples.error();
  if (examples->empty())
    return invalid_file(options.valid.string() + " holds nothing to examine on");

  ThreadPool pool(options.threads);
  Result<Trainer> trainer = Trainer::create(model->config, recipe->training, &pool);
  if (!trainer) return trainer.error();
  log << trainer->parameter_count() << " parameters, vocabulary of " << model->config.vocab_size
      << "; " << documents << " documents of " << tokens << " tokens, "
      << batches->batches_in_epoch() << " steps an epoch; " << options.threads << " threads\n";

  std::error_code problem;
  std::filesystem::create_directories(options.out, problem);
  if (problem) return invalid_file(options.out.string() + " cannot be made: " + problem.message());
  Run run(options, *recipe, *model, *trainer, *batches, std::move(examples).value(), log);
  if (Status status = run.resume(); !status) return status;
  if (Status status = run.write_folder(); !status) return status;
  if (Status status = run.train(stop); !status) return status;
  if (trainer->steps() < recipe->steps)
    log << "stopped after step " << trainer->steps() << "; the same command "
        << (options.restart ? "without --restart " : "") << "goes on from here\n";
  return ok_status();
}

}  // namespace glassformer::tools
