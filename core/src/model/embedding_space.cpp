#include "glassformer/embedding_space.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "glassformer/memory_limit.hpp"
#include "kernels/kernels.hpp"
#include "model/nearest_of.hpp"
#include "weights/packed_matrix.hpp"

namespace glassformer {
namespace {

constexpr std::size_t kRowsAtOnce = 256;
// Oversampled subspace iteration: the two wanted vectors converge faster when more are iterated.
constexpr std::size_t kVectors = 8;
constexpr int kMaxIterations = 1000;
constexpr int kMaxSweeps = 30;
// An eigenvector has converged when C·v differs from λ·v by this part of the largest eigenvalue,
// which is below the precision of floats.
constexpr double kTolerance = 1e-8;
constexpr double kNegligible = 1e-12;
constexpr double kRotationTolerance = 1e-15;

using Doubles = std::vector<double>;

Status check_table(const TensorView& rows) {
  if (rows.shape.size() == 2 && rows.size() > 0) return ok_status();
  return invalid_argument("a table of rows must have shape (V, D), found " + to_string(rows.shape));
}

Doubles mean_row(const TensorView& rows) {
  const std::size_t n = rows.shape[0], d = rows.shape[1];
  Doubles mean(d);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t i = 0; i < d; ++i) mean[i] += rows.data[r * d + i];
  for (double& value : mean) value /= static_cast<double>(n);
  return mean;
}

/// Sum over the centred rows of xᵀ·x, (D, D): floats within a block of rows, doubles beyond.
Doubles scatter(const TensorView& rows, const Doubles& mean) {
  const kernels::Kernels& kernels = kernels::active();
  const std::size_t n = rows.shape[0], d = rows.shape[1];
  Doubles sums(d * d);
  const std::size_t packed_size = PackedView::size(kernels, kRowsAtOnce, d);
  std::vector<float> buffer(d * kRowsAtOnce + packed_size + d * d);
  float* transposed = buffer.data();             // (D, rows)
  float* packed = transposed + d * kRowsAtOnce;  // (rows, D)
  float* product = packed + packed_size;         // (D, D)
  for (std::size_t first = 0; first < n; first += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, n - first);
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t i = 0; i < d; ++i)
        transposed[i * count + r] = static_cast<float>(rows.data[(first + r) * d + i] - mean[i]);
    const PackedView centred(kernels, count, d, packed);
    centred.pack(transposed, count, WeightLayout::kOutIn);
    centred.multiply(transposed, count, d, nullptr, product);
    for (std::size_t i = 0; i < d * d; ++i) sums[i] += product[i];
  }
  return sums;
}

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// A few vectors (m, D) and their images under the matrix.
struct Subspace {
  std::size_t m, d;
  Doubles vectors, images;

  double* vector(std::size_t i) { return &vectors[i * d]; }
  double* image(std::size_t i) { return &images[i * d]; }
  /// vᵀ·C·v, the eigenvalue where v is an eigenvector.
  double value(std::size_t i) { return dot(vector(i), image(i), d); }
};

/// Makes the vectors orthonormal, first to last; a linearly dependent one becomes zero.
void orthonormalise(Subspace& s) {
  for (std::size_t i = 0; i < s.m; ++i) {
    double* v = s.vector(i);
    const double before = std::sqrt(dot(v, v, s.d));
    for (int pass = 0; pass < 2; ++pass)  // the second removes the first's rounding errors
      for (std::size_t j = 0; j < i; ++j) {
        const double* other = s.vector(j);
        const double part = dot(v, other, s.d);
        for (std::size_t k = 0; k < s.d; ++k) v[k] -= part * other[k];
      }
    const double length = std::sqrt(dot(v, v, s.d));
    const double factor = length > kNegligible * before ? 1.0 / length : 0.0;
    for (std::size_t k = 0; k < s.d; ++k) v[k] *= factor;
  }
}

void apply(const Doubles& matrix, Subspace& s) {
  for (std::size_t i = 0; i < s.m; ++i)
    for (std::size_t k = 0; k < s.d; ++k) s.image(i)[k] = dot(&matrix[k * s.d], s.vector(i), s.d);
}

/// (x, y) becomes (c·x - s·y, s·x + c·y), element by element.
void rotate(double* x, double* y, std::size_t n, std::size_t stride, double c, double s) {
  for (std::size_t i = 0; i < n * stride; i += stride) {
    const double was = x[i];
    x[i] = c * was - s * y[i];
    y[i] = s * was + c * y[i];
  }
}

/// One sweep of Jacobi's rotations (1846) over inner = vectors · imagesᵀ (m, m), which is
/// symmetric. False where there was nothing left to rotate.
bool sweep(Doubles& inner, Subspace& s) {
  bool has_rotated = false;
  for (std::size_t p = 0; p < s.m; ++p) {
    for (std::size_t q = p + 1; q < s.m; ++q) {
      const double across = inner[p * s.m + q];
      const double at_p = inner[p * s.m + p], at_q = inner[q * s.m + q];
      if (std::abs(across) <= kRotationTolerance * (std::abs(at_p) + std::abs(at_q))) continue;
      has_rotated = true;
      // The smaller of the two angles that make `across` zero.
      const double theta = (at_q - at_p) / (2.0 * across);
      const double size = std::abs(theta) + std::sqrt(theta * theta + 1.0);
      const double tangent = (theta < 0.0 ? -1.0 : 1.0) / size;
      const double cosine = 1.0 / std::sqrt(tangent * tangent + 1.0);
      const double sine = tangent * cosine;
      rotate(&inner[p], &inner[q], s.m, s.m, cosine, sine);
      rotate(&inner[p * s.m], &inner[q * s.m], s.m, 1, cosine, sine);
      rotate(s.vector(p), s.vector(q), s.d, 1, cosine, sine);
      rotate(s.image(p), s.image(q), s.d, 1, cosine, sine);
    }
  }
  return has_rotated;
}

/// Turns the vectors within their space so that they are as near to eigenvectors as it allows
/// (Rayleigh–Ritz), the two of the largest values in front.
void turn(Subspace& s) {
  Doubles inner(s.m * s.m);
  for (std::size_t i = 0; i < s.m; ++i)
    for (std::size_t j = 0; j < s.m; ++j) inner[i * s.m + j] = dot(s.vector(i), s.image(j), s.d);
  for (int i = 0; i < kMaxSweeps && sweep(inner, s); ++i) {
  }
  for (std::size_t first = 0; first < 2; ++first) {
    std::size_t best = first;
    for (std::size_t i = first + 1; i < s.m; ++i)
      if (s.value(i) > s.value(best)) best = i;
    std::swap_ranges(s.vector(first), s.vector(first) + s.d, s.vector(best));
    std::swap_ranges(s.image(first), s.image(first) + s.d, s.image(best));
  }
}

bool has_converged(Subspace& s) {
  const double allowed = kTolerance * s.value(0);
  for (std::size_t i = 0; i < 2; ++i) {
    const double value = s.value(i);
    for (std::size_t k = 0; k < s.d; ++k)
      if (std::abs(s.image(i)[k] - value * s.vector(i)[k]) > allowed) return false;
  }
  return true;
}

/// Orthogonal iteration: the first two vectors become the eigenvectors of the two largest
/// eigenvalues of a symmetric matrix (D, D) that has none below zero.
Subspace iterate(const Doubles& matrix, std::size_t d) {
  const std::size_t m = std::max<std::size_t>(2, std::min(kVectors, d));
  Subspace s{m, d, Doubles(m * d), Doubles(m * d)};
  // Any start that is not orthogonal to the eigenvectors converges.
  for (std::size_t k = 0; k < m * d; ++k) s.vectors[k] = std::cos(static_cast<double>(k * k));
  for (int i = 0; i < kMaxIterations; ++i) {
    if (i > 0) s.vectors.swap(s.images);
    orthonormalise(s);
    apply(matrix, s);
    turn(s);
    if (has_converged(s)) break;
  }
  return s;
}

void fix_sign(double* v, std::size_t d) {
  const double* largest =
      std::max_element(v, v + d, [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (*largest >= 0.0) return;
  for (std::size_t k = 0; k < d; ++k) v[k] = -v[k];
}

}  // namespace

Result<PrincipalPlane> principal_plane(const TensorView& rows) {
  if (Status status = check_table(rows); !status) return status.error();
  const std::size_t n = rows.shape[0], d = rows.shape[1];
  // Sums and products (D, D); a block of rows in both layouts, the vectors and their images; a
  // result of two numbers a row, which a caller may copy twice.
  const MemorySize bytes =
      MemorySize(d) * ((sizeof(double) + sizeof(float)) * d +
                       2 * (kRowsAtOnce * sizeof(float) + kVectors * sizeof(double))) +
      MemorySize(n) * 6 * sizeof(float);
  if (Status status = check_memory("the plane of these rows", bytes); !status)
    return status.error();
  const Doubles mean = mean_row(rows);
  const Doubles sums = scatter(rows, mean);
  double total = 0.0;
  for (std::size_t i = 0; i < d; ++i) total += sums[i * d + i];
  if (!std::isfinite(total)) return invalid_argument("the table's numbers must be finite");

  Subspace plane = iterate(sums, d);
  PrincipalPlane result{Tensor({n, 2}), std::vector<float>(2)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (total > 0.0)
      result.explained[i] = static_cast<float>(std::max(0.0, plane.value(i) / total));
    double* direction = plane.vector(i);
    fix_sign(direction, d);
    for (std::size_t r = 0; r < n; ++r) {
      double place = 0.0;
      for (std::size_t k = 0; k < d; ++k) place += (rows.data[r * d + k] - mean[k]) * direction[k];
      result.positions.data[r * 2 + i] = total > 0.0 ? static_cast<float>(place) : 0.0F;
    }
  }
  return result;
}

Result<Neighbours> nearest_rows(const TensorView& rows, std::size_t row, std::size_t count) {
  if (Status status = check_table(rows); !status) return status.error();
  const std::size_t n = rows.shape[0], d = rows.shape[1];
  return nearest_of(n, d, row, count, [&](std::size_t r) { return rows.data + r * d; });
}

}  // namespace glassformer
