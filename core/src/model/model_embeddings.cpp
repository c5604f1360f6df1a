// The tables in which a model looks its tokens up.
#include "glassformer/memory_limit.hpp"
#include "glassformer/model.hpp"
#include "model/model_parts.hpp"
#include "model/nearest_of.hpp"

namespace glassformer {
namespace {

const PackedMatrix& table_of(const Model::Parts& parts, bool of_source) {
  const ModelWeights& weights = parts.weights;
  return of_source && parts.has_source() ? weights.source_embedding.tokens
                                         : weights.embedding.tokens;
}

}  // namespace

Result<Tensor> Model::token_embeddings(bool of_source) const {
  const PackedMatrix& table = table_of(*parts_, of_source);
  const MemorySize bytes = MemorySize(table.in()) * table.out() * sizeof(float);
  if (Status status = check_memory("a copy of the embeddings", bytes); !status)
    return status.error();
  // Token t is column t of the packed matrix.
  return Tensor({table.out(), table.in()}, table.load(WeightLayout::kOutIn, 0, table.out()));
}

Result<Neighbours> Model::nearest_tokens(std::size_t id, std::size_t count, bool of_source) const {
  const PackedMatrix& table = table_of(*parts_, of_source);
  std::vector<float> row(table.in());
  return nearest_of(table.out(), table.in(), id, count, [&](std::size_t token) {
    table.row(token, row.data());
    return row.data();
  });
}

}  // namespace glassformer
