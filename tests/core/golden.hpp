// Golden values: files of PyTorch's numbers in tests/golden, or in the folder that
// GLASSFORMER_GOLDEN_DIR names. Any folder with files of the same names and schema will do: sizes,
// seeds, masks and strings are read from the files.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "glassformer/safetensors.hpp"
#include "glassformer/tensor.hpp"
#include "places.hpp"

namespace glassformer::test {

inline std::filesystem::path own_golden_dir() {
  return std::filesystem::path(GLASSFORMER_TESTS_DIR) / "golden";
}

inline std::filesystem::path golden_dir() {
  const char* chosen = std::getenv("GLASSFORMER_GOLDEN_DIR");
  return chosen != nullptr && *chosen != '\0' ? std::filesystem::path(chosen) : own_golden_dir();
}

inline std::filesystem::path golden_path(const std::string& name) { return golden_dir() / name; }

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) FAIL("cannot read " << path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline nlohmann::json read_json(const std::filesystem::path& path) {
  return nlohmann::json::parse(read_file(path));
}

/// A golden number; the strings "NaN" and "-Infinity" stand for what JSON cannot write.
inline double number(const nlohmann::json& value) {
  if (!value.is_string()) return value.get<double>();
  if (value == "NaN") return std::nan("");
  return value == "-Infinity" ? -std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::infinity();
}

/// A safetensors file, whole in memory.
class TensorFile {
 public:
  explicit TensorFile(const std::filesystem::path& path) : bytes_(read_file(path)), file_(open()) {}
  explicit TensorFile(const std::string& golden_name) : TensorFile(golden_path(golden_name)) {}

  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(bytes_)); }
  bool has(const std::string& name) const { return file_.contains(name); }
  Tensor operator[](const std::string& name) const {
    auto tensor = file_.floats(name);
    if (!tensor) FAIL(tensor.error().message);
    return std::move(tensor).value();
  }
  /// An F64 tensor with all its digits; any other as floats() reads it.
  std::vector<double> doubles(const std::string& name) const {
    const Tensor tensor = (*this)[name];
    const TensorInfo* info = file_.header().find(name);
    if (info->dtype != DType::kF64) return {tensor.data.begin(), tensor.data.end()};
    std::vector<double> values(tensor.data.size());
    const auto raw = file_.raw(*info);
    std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }
  std::vector<std::int32_t> ids(const std::string& name) const {
    const Tensor tensor = (*this)[name];
    return {tensor.data.begin(), tensor.data.end()};
  }
  /// A row of a 2-D tensor of ids.
  std::vector<std::int32_t> ids(const std::string& name, std::size_t row) const {
    const Tensor tensor = (*this)[name];
    const auto first = tensor.data.begin() + static_cast<std::ptrdiff_t>(row * tensor.shape[1]);
    return {first, first + static_cast<std::ptrdiff_t>(tensor.shape[1])};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const TensorInfo& info : file_.header().tensors) all.push_back(info.name);
    return all;
  }

 private:
  SafetensorsFile open() const {
    auto file = SafetensorsFile::open(std::as_bytes(std::span(bytes_)));
    if (!file) FAIL(file.error().message);
    return std::move(file).value();
  }

  std::string bytes_;
  SafetensorsFile file_;
};

struct Tolerance {
  double absolute = 1e-5;
  double relative = 1e-5;
};
inline constexpr Tolerance kForward{1e-5, 1e-5};
inline constexpr Tolerance kProbability{2e-6, 0};

/// Same size, and every value within the tolerance; NaN in `want` (PyTorch's answer where all keys
/// of a row are masked) asks only for a finite number.
inline void check_close(const std::string& what, std::span<const float> got,
                        std::span<const float> want, Tolerance tolerance = kForward) {
  INFO(what);
  REQUIRE(got.size() == want.size());
  double worst = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == want[i] || (std::isnan(want[i]) && std::isfinite(got[i]))) continue;
    const double difference = std::abs(static_cast<double>(got[i]) - want[i]);
    const double excess =
        std::isfinite(difference)
            ? difference / (tolerance.absolute + tolerance.relative * std::abs(want[i]))
            : 1e30;
    if (excess > worst) {
      worst = excess;
      at = i;
    }
  }
  INFO("worst at " << at << ": got " << (got.empty() ? 0.0F : got[at]) << ", want "
                   << (want.empty() ? 0.0F : want[at]));
  CHECK(worst <= 1.0);
}

inline void check_close(const std::string& what, const Tensor& got, const Tensor& want,
                        Tolerance tolerance = kForward) {
  check_close(what, std::span<const float>(got.data), std::span<const float>(want.data), tolerance);
}

/// Rows of probabilities: within the tolerance, summing to one, and exactly zero where the golden
/// is.
inline void check_probabilities(const std::string& what, const Tensor& got, const Tensor& want,
                                Tolerance tolerance = kProbability) {
  check_close(what, got, want, tolerance);
  INFO(what);
  const std::size_t width = want.shape.back();
  for (std::size_t row = 0; row < got.data.size() / width; ++row) {
    double sum = 0;
    bool undefined = false;
    for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
      sum += got.data[i];
      undefined = undefined || std::isnan(want.data[i]);
      if (want.data[i] == 0.0F && got.data[i] > 1e-30F)
        FAIL_CHECK("element " << i << " should be exactly 0");
    }
    if (sum != 0.0 && !undefined) CHECK(std::abs(sum - 1.0) <= 1e-6);
  }
}

/// Unwraps a Result or fails the test with its sentence.
template <typename T>
T must(Result<T> result) {
  if (!result) FAIL(result.error().message);
  return std::move(result).value();
}

/// The n-th of `count` equal blocks of a tensor's data: entry b of a batch.
inline std::vector<float> block(const Tensor& tensor, std::size_t index, std::size_t count) {
  const std::size_t size = tensor.data.size() / count;
  const auto first = tensor.data.begin() + static_cast<std::ptrdiff_t>(index * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

/// A case needs something of the golden files: tests/golden must have it; with another folder that
/// lacks it the case is skipped.
inline void need(bool has_it, const std::string& what) {
  if (has_it) return;
  if (golden_dir() == own_golden_dir()) FAIL(what << " is missing in " << golden_dir().string());
  SKIP(what << " is not in " << golden_dir().string());
}

inline void need(const std::string& name) {
  need(std::filesystem::exists(golden_path(name)), name);
}

}  // namespace glassformer::test
