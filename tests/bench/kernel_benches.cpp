#include "kernel_benches.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "openblas.hpp"
#include "timing.hpp"

namespace glassformer::bench {
namespace {

using kernels::Kernels;

constexpr std::size_t kVocabulary = 50257;  // GPT-2's

std::vector<float> random_floats(std::size_t n) {
  std::vector<float> values(n);
  std::uint32_t state = 1;
  for (float& x : values) {
    state = state * 1664525U + 1013904223U;  // Numerical Recipes' generator: any noise will do
    x = static_cast<float>(state >> 8) * 0x1p-23F - 1.0F;
  }
  return values;
}

struct Bench {
  const Kernels& table;
  double seconds;
  std::optional<OpenBlas> openblas = OpenBlas::open();
  std::vector<Measurement> results = {};

  void flops(std::string name, double operations, double time) {
    const double value = operations / time / 1e9;
    results.push_back({"", std::move(name), value, "GFLOP/s", Bound::kArithmetic, value});
  }
  void byte_operations(std::string name, double operations, double time) {
    const double value = operations / time / 1e9;
    results.push_back({"", std::move(name), value, "Gop/s", Bound::kBytes, value});
  }
  void bytes(std::string name, double count, double time) {
    const double value = count / time / 1e9;
    results.push_back({"", std::move(name), value, "GB/s", Bound::kMemory, value});
  }
  void nanoseconds(std::string name, double count, double time) {
    results.push_back({"", std::move(name), time / count * 1e9, "ns/float"});
  }
};

std::string shape(std::size_t m, std::size_t k, std::size_t n) {
  return std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n);
}

// The same of a product of bytes, in which a's rows become bytes first.
double byte_matmul_seconds(const Bench& bench, std::size_t m, std::size_t k, std::size_t n) {
  const Kernels& table = bench.table;
  const std::vector<float> a = random_floats(m * k), scales = random_floats(n);
  const std::size_t stride = (k + 3) / 4 * 4;
  const std::size_t columns =
      (n + kernels::kBytePanel - 1) / kernels::kBytePanel * kernels::kBytePanel;
  const std::vector<std::int8_t> panels(columns * stride, 3);
  const kernels::ByteMatrixView b{panels.data(), scales.data(), scales.data(), n};
  std::vector<std::uint8_t> bytes(m * stride);
  std::vector<kernels::ByteRow> rows(m);
  std::vector<float> c(m * n);
  return median_seconds(bench.seconds, [&] {
    for (std::size_t r = 0; r < m; ++r)
      rows[r] = table.to_bytes(a.data() + r * k, k, bytes.data() + r * stride);
    table.matmul_bytes(bytes.data(), stride, m, rows.data(), b, nullptr, c.data(), n);
  });
}

// Seconds of one product (m, k) · (k, n) with bias.
double matmul_seconds(const Bench& bench, std::size_t m, std::size_t k, std::size_t n) {
  const Kernels& table = bench.table;
  const std::vector<float> a = random_floats(m * k), bias = random_floats(n);
  std::vector<float> packed(kernels::packed_size(table, k, n)), c(m * n);
  {
    const std::vector<float> b = random_floats(k * n);
    table.pack(b.data(), n, k, n, packed.data());
  }
  return median_seconds(bench.seconds, [&] {
    table.matmul(a.data(), k, m, packed.data(), k, n, bias.data(), c.data(), n);
  });
}

// The same of OpenBLAS, whose matrix is not packed before and which adds no bias.
double openblas_seconds(const Bench& bench, std::size_t m, std::size_t k, std::size_t n) {
  const std::vector<float> a = random_floats(m * k), b = random_floats(k * n);
  std::vector<float> c(m * n);
  return median_seconds(bench.seconds,
                        [&] { bench.openblas->multiply(a.data(), b.data(), c.data(), m, k, n); });
}

// Products as a prompt makes them: bound by arithmetic.
void bench_products(Bench& bench) {
  struct Size {
    std::size_t m, k, n;
  };
  for (const auto [m, k, n] :
       {Size{128, 768, 768}, {128, 768, 3072}, {128, 3072, 768}, {64, 128, 128}, {32, 192, 768}}) {
    bench.flops("matmul " + shape(m, k, n), 2.0 * static_cast<double>(m * k * n),
                matmul_seconds(bench, m, k, n));
    if (bench.openblas)
      bench.flops("OpenBLAS " + shape(m, k, n), 2.0 * static_cast<double>(m * k * n),
                  openblas_seconds(bench, m, k, n));
    bench.byte_operations("matmul_bytes " + shape(m, k, n), 2.0 * static_cast<double>(m * k * n),
                          byte_matmul_seconds(bench, m, k, n));
  }
}

// Products as single tokens and beams make them: bound by memory.
void bench_few_rows(Bench& bench) {
  for (const std::size_t m : {1U, 2U, 4U}) {
    bench.bytes("matmul " + shape(m, 768, kVocabulary), 4.0 * 768 * kVocabulary,
                matmul_seconds(bench, m, 768, kVocabulary));
    if (bench.openblas)
      bench.bytes("OpenBLAS " + shape(m, 768, kVocabulary), 4.0 * 768 * kVocabulary,
                  openblas_seconds(bench, m, 768, kVocabulary));
    bench.bytes("matmul_bytes " + shape(m, 768, kVocabulary), 1.0 * 768 * kVocabulary,
                byte_matmul_seconds(bench, m, 768, kVocabulary));
  }
}

void bench_packing(Bench& bench) {
  const std::size_t k = 768, n = 3072;
  const std::vector<float> b = random_floats(k * n);
  std::vector<float> packed(kernels::packed_size(bench.table, k, n));
  bench.nanoseconds("pack 768x3072", static_cast<double>(k * n), median_seconds(bench.seconds, [&] {
                      bench.table.pack(b.data(), n, k, n, packed.data());
                    }));
  bench.nanoseconds("pack_transposed 3072x768", static_cast<double>(k * n),
                    median_seconds(bench.seconds, [&] {
                      bench.table.pack_transposed(b.data(), k, k, n, packed.data());
                    }));
}

void bench_attention(Bench& bench) {
  struct Size {
    std::size_t keys, width;
  };
  for (const auto [keys, width] : {Size{32, 32}, {128, 64}, {1024, 64}}) {
    const std::vector<float> rows = random_floats(keys * width), x = random_floats(width),
                             weights = random_floats(keys);
    std::vector<const float*> pointers;
    for (std::size_t j = 0; j < keys; ++j) pointers.push_back(rows.data() + j * width);
    std::vector<float> scores(keys), sum(width);
    const double operations = 2.0 * static_cast<double>(keys * width);
    const std::string size = " " + std::to_string(keys) + "x" + std::to_string(width);
    bench.flops("dot_rows" + size, operations, median_seconds(bench.seconds, [&] {
                  bench.table.dot_rows(x.data(), pointers.data(), 0, keys, width, scores.data());
                }));
    bench.flops("weighted_rows" + size, operations, median_seconds(bench.seconds, [&] {
                  bench.table.weighted_rows(weights.data(), pointers.data(), 0, keys, width,
                                            sum.data());
                }));
  }
}

// In place, and always on fresh values: what the copy takes is measured first and taken off.
void bench_in_place(Bench& bench, const std::string& name, void (*kernel)(float*, std::size_t),
                    std::size_t n) {
  const std::vector<float> source = random_floats(n);
  std::vector<float> x(n);
  const double copy = median_seconds(bench.seconds / 4, [&] { x = source; });
  const double both = median_seconds(bench.seconds, [&] {
    x = source;
    kernel(x.data(), n);
  });
  bench.nanoseconds(name + " " + std::to_string(n), static_cast<double>(n), both - copy);
}

void bench_elementwise(Bench& bench) {
  bench_in_place(bench, "softmax", bench.table.softmax, 128);
  bench_in_place(bench, "softmax", bench.table.softmax, kVocabulary);
  bench_in_place(bench, "log_softmax", bench.table.log_softmax, kVocabulary);
  bench_in_place(bench, "relu", bench.table.relu, 3072);
  bench_in_place(bench, "gelu", bench.table.gelu, 3072);
  bench_in_place(bench, "gelu_new", bench.table.gelu_new, 3072);
  const std::vector<float> x = random_floats(768), weight = random_floats(768),
                           bias = random_floats(768);
  std::vector<float> out(768);
  bench.nanoseconds("layer_norm 768", 768, median_seconds(bench.seconds, [&] {
                      bench.table.layer_norm(x.data(), 768, weight.data(), bias.data(), 1e-5F,
                                             out.data());
                    }));
}

}  // namespace

std::vector<Measurement> bench_kernels(const Kernels& table, double seconds) {
  Bench bench{table, seconds};
  bench_products(bench);
  bench_few_rows(bench);
  bench_packing(bench);
  bench_attention(bench);
  bench_elementwise(bench);
  return std::move(bench.results);
}

}  // namespace glassformer::bench
