#include "recipe.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <nlohmann/json.hpp>
#include <vector>

namespace glassformer::tools {
namespace {

using Json = nlohmann::ordered_json;

// Reads the fields of one object and remembers the first thing that was wrong.
class Fields {
 public:
  Fields(const Json& json, std::string name) : json_(json), name_(std::move(name)) {
    if (!json_.is_object()) fail(name_ + " is no object");
  }

  void read(const char* field, double& value) {
    const Json* found = find(field);
    if (found == nullptr) return;
    if (!found->is_number()) return wrong(field, *found, "a number");
    value = found->get<double>();
  }
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) void read(const char* field, T& value) {
    const Json* found = find(field);
    if (found == nullptr) return;
    if (!found->is_number_unsigned()) return wrong(field, *found, "a whole number");
    value = found->get<T>();
  }
  void read(const char* field, std::array<double, 2>& values) {
    const Json* found = find(field);
    if (found == nullptr) return;
    const auto is_number = [](const Json& item) { return item.is_number(); };
    if (!found->is_array() || found->size() != 2 || !std::ranges::all_of(*found, is_number))
      return wrong(field, *found, "two numbers");
    values = found->get<std::array<double, 2>>();
  }
  void read(const char* field, bool& value) {
    const Json* found = find(field);
    if (found == nullptr) return;
    if (!found->is_boolean()) return wrong(field, *found, "true or false");
    value = found->get<bool>();
  }
  void read(const char* field, Schedule& value) {
    std::vector<std::pair<std::string_view, Schedule>> names;
    for (const std::string_view name : kScheduleNames)
      names.emplace_back(name, static_cast<Schedule>(names.size()));
    read(field, value, names);
  }
  template <class T>
  void read(const char* field, T& value, const std::vector<std::pair<std::string_view, T>>& words) {
    const Json* found = find(field);
    if (found == nullptr) return;
    std::string expected;
    for (const auto& [word, meaning] : words) {
      if (found->is_string() && found->get<std::string>() == word) {
        value = meaning;
        return;
      }
      expected += (expected.empty() ? "\"" : " or \"") + std::string(word) + "\"";
    }
    wrong(field, *found, expected);
  }
  void need(const char* field) {
    if (find(field) == nullptr) fail(name_ + " has no field '" + field + "'");
  }
  const Json* find(const char* field) {
    known_.emplace_back(field);
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(field);
    return found == json_.end() ? nullptr : &*found;
  }

  Status finish() {
    if (json_.is_object()) {
      for (const auto& [field, value] : json_.items()) {
        if (std::find(known_.begin(), known_.end(), field) == known_.end())
          fail(name_ + " has a field '" + field + "', which means nothing here");
      }
    }
    if (problem_.empty()) return ok_status();
    return invalid_file(problem_);
  }

 private:
  void wrong(const char* field, const Json& found, const std::string& expected) {
    fail(name_ + "'s '" + field + "' is " + found.dump() + ", expected " + expected);
  }
  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  const Json& json_;
  std::string name_;
  std::vector<std::string> known_;
  std::string problem_;
};

Status read_vocabulary(const Json& json, const std::string& name, VocabularyRecipe& v) {
  Fields fields(json, name);
  fields.need("kind");
  fields.read("kind", v.kind,
              {{"byte_bpe", VocabularyRecipe::Kind::kByteBpe},
               {"characters", VocabularyRecipe::Kind::kCharacters}});
  if (v.kind == VocabularyRecipe::Kind::kByteBpe) {
    fields.need("size");
    fields.read("size", v.size);
  } else {
    fields.read("min_count", v.min_count);
  }
  return fields.finish();
}

Status read_training(const Json& json, const std::string& name, Recipe& recipe) {
  TrainingOptions& t = recipe.training;
  double dropout = 0.0;
  Fields fields(json, name);
  for (const char* field : {"steps", "tokens_per_batch", "lr"}) fields.need(field);
  fields.read("steps", recipe.steps);
  fields.read("evaluate_every", recipe.evaluate_every);
  fields.read("dropout", dropout);
  t.attention_dropout = t.residual_dropout = t.embedding_dropout = dropout;
  TrainingOptions::for_each_option([&](const char* option, auto member, const OptionRange&) {
    if (std::string_view(option) == "total_steps") return;  // a recipe's steps
    fields.read(option, t.*member);
  });
  BatchOptions::for_each_option([&](const char* option, auto member, const OptionRange&) {
    fields.read(option, recipe.batches.*member);
  });
  t.total_steps = recipe.steps;
  return fields.finish();
}

}  // namespace

Result<Recipe> parse_recipe(std::string_view text, const std::string& file) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return invalid_file(file + " is not JSON");
  Recipe recipe;
  Fields fields(json, file);
  for (const char* field : {"config", "vocabulary", "training"}) fields.need(field);
  fields.read(
      "dtype", recipe.dtype,
      {{"F32", DType::kF32}, {"F16", DType::kF16}, {"BF16", DType::kBF16}, {"I8", DType::kI8}});
  const Json* config = fields.find("config");
  const Json* vocabulary = fields.find("vocabulary");
  const Json* source = fields.find("source_vocabulary");
  const Json* training = fields.find("training");
  if (Status status = fields.finish(); !status) return status.error();

  if (!config->is_object()) return invalid_file(file + "'s 'config' is no object");
  recipe.config = config->dump();
  if (Status s = read_vocabulary(*vocabulary, file + "'s 'vocabulary'", recipe.vocabulary); !s)
    return s.error();
  if (source != nullptr) {
    recipe.source_vocabulary.emplace();
    if (Status s =
            read_vocabulary(*source, file + "'s 'source_vocabulary'", *recipe.source_vocabulary);
        !s)
      return s.error();
  }
  if (Status s = read_training(*training, file + "'s 'training'", recipe); !s) return s.error();
  if (recipe.evaluate_every == 0)
    recipe.evaluate_every = std::max<std::size_t>(1, recipe.steps / 10);
  return recipe;
}

}  // namespace glassformer::tools
