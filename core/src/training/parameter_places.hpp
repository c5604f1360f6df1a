// Where each parameter of a model (weights/parameters.hpp) lies in the one array of all.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/error.hpp"
#include "weights/parameters.hpp"
#include "weights/sublayers.hpp"

namespace glassformer::training {

struct PlacedParameter : Parameter {
  std::size_t offset = 0;
};

/// Offsets into the array of parameters.
struct LinearPlace {
  std::size_t weight = 0;
  std::optional<std::size_t> bias{};
  std::size_t in = 0;
  std::size_t out = 0;
  WeightLayout layout = WeightLayout::kInOut;
  std::size_t matrix = 0;  // its index among the matrices that are multiplied with
};
struct NormPlaces {
  std::size_t weight = 0;
  std::size_t bias = 0;
};
struct LayerPlaces {
  std::array<LinearPlace, kLayerLinears> linears;
  std::array<NormPlaces, kMaxSublayers> norms;  // one for each sub-layer

  const LinearPlace& operator[](Role role) const { return linears[static_cast<std::size_t>(role)]; }
};
struct StackPlaces {
  std::vector<LayerPlaces> layers;
  NormPlaces final_norm;  // where the config has one
};

struct ParameterPlaces {
  std::vector<PlacedParameter> parameters;  // by rising offset, without gaps
  std::size_t size = 0;                     // values in all
  std::vector<LinearPlace> matrices;

  std::size_t embedding = 0;
  std::size_t source_embedding = 0;  // encoder–decoder only
  std::size_t positions = 0;         // learned positions only
  StackPlaces encoder;
  StackPlaces decoder;
  LinearPlace head;  // tied: the embedding's own values

  const PlacedParameter* find(std::string_view name) const;
};

/// The places of all parameters, in the names that files we write have. An encoder alone, learned
/// positions of unknown length, grouped keys and values, and a model whose training by `workers`
/// threads takes more memory than there is are Errors.
Result<ParameterPlaces> parameter_places(const ModelConfig& config, std::size_t workers = 1);

}  // namespace glassformer::training
