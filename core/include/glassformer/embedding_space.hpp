// Rows of a table as points: their first two principal components, and nearest neighbours.
#pragma once

#include <cstddef>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/tensor.hpp"

namespace glassformer {

/// Principal components (Pearson 1901): the centred rows seen along the two orthogonal directions
/// in which they vary most.
struct PrincipalPlane {
  Tensor positions;              // (V, 2)
  std::vector<float> explained;  // each direction's share of all variance, the larger one first
};

/// rows (V, D). In each direction the component of the largest magnitude (the first of equals) is
/// positive, so that the same table gives the same picture. Where there is no second direction (D =
/// 1) or no variance at all, the coordinates are 0.
Result<PrincipalPlane> principal_plane(const TensorView& rows);

struct Neighbours {
  std::vector<std::size_t> rows;
  std::vector<float> similarities;  // cosines
};

/// The `count` rows (or all others) whose directions are nearest to that of row `row`, nearest
/// first, the lower number first where equal; the row itself is not among them. A row of zeros has
/// no direction: its cosine with any other is 0.
Result<Neighbours> nearest_rows(const TensorView& rows, std::size_t row, std::size_t count);

}  // namespace glassformer
