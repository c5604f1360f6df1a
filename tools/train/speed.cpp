#include "speed.hpp"

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "files.hpp"
#include "glassformer/random.hpp"
#include "glassformer/training.hpp"
#include "recipe.hpp"
#include "thread_pool.hpp"

namespace glassformer::tools {

Status measure_speed(const std::filesystem::path& path, std::size_t vocab_size,
                     std::size_t sequences, std::size_t steps, std::size_t threads,
                     std::ostream& log) {
  Result<std::string> text = read_file(path);
  if (!text) return text.error();
  const Result<Recipe> recipe = parse_recipe(*text, path.string());
  if (!recipe) return recipe.error();
  auto json = nlohmann::json::parse(recipe->config);
  json["vocab_size"] = vocab_size;
  const Result<ModelConfig> config = parse_config(json.dump());
  if (!config) return config.error();
  if (config->architecture != Architecture::kDecoder || config->max_positions == 0)
    return invalid_argument("only the speed of decoders with a context of their own is measured");

  ThreadPool pool(threads);
  Result<Trainer> trainer = Trainer::create(*config, recipe->training, &pool);
  if (!trainer) return trainer.error();
  Generator generator(1);
  std::vector<TrainingExample> examples;
  for (std::size_t i = 0; i < sequences; ++i) {
    TokenIds ids;
    for (std::size_t t = 0; t <= config->max_positions; ++t)
      ids.push_back(static_cast<TokenId>(generator.random() % vocab_size));
    examples.push_back(next_token_example(ids));
  }
  for (std::size_t i = 1; i <= steps; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    if (Result<TrainingStep> step = trainer->step(examples); !step) return step.error();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double tokens = static_cast<double>(sequences * config->max_positions);
    log << "step " << i << ": " << std::lround(tokens / seconds) << " tokens/s" << std::endl;
  }
  return ok_status();
}

}  // namespace glassformer::tools
