// What a training run is told in one JSON file: the model, its vocabulary, and how it learns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "glassformer/error.hpp"
#include "glassformer/safetensors.hpp"
#include "glassformer/training.hpp"
#include "glassformer/training_batches.hpp"

namespace glassformer::tools {

struct VocabularyRecipe {
  enum class Kind { kByteBpe, kCharacters };
  Kind kind = Kind::kByteBpe;
  std::size_t size = 0;       // byte_bpe: tokens in all
  std::size_t min_count = 1;  // characters: those seen less often are <unk>
};

struct Recipe {
  std::string config;  // of the model, as config.json will have it but for vocabulary and tokens
  VocabularyRecipe vocabulary;
  std::optional<VocabularyRecipe> source_vocabulary;  // encoder–decoder

  std::size_t steps = 0;
  std::size_t evaluate_every = 0;  // steps
  TrainingOptions training;
  BatchOptions batches;
  DType dtype = DType::kF16;  // of the written weights; I8: with scales, as Model::safetensors()
};

/// An unknown field, a missing one or an impossible value is an Error that names it.
Result<Recipe> parse_recipe(std::string_view json, const std::string& file);

}  // namespace glassformer::tools
