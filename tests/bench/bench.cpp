#include "bench.hpp"

#include <algorithm>

#include "kernel_benches.hpp"
#include "kernels/kernels.hpp"
#include "limits.hpp"
#include "model_benches.hpp"

namespace glassformer::bench {
namespace {

double limit_of(const Limits& limits, Bound bound) {
  switch (bound) {
    case Bound::kArithmetic:
      return limits.gflops;
    case Bound::kBytes:
      return limits.byte_gops;
    case Bound::kMemory:
      return limits.memory_gbs;
    case Bound::kCache:
      return limits.cache_gbs;
    case Bound::kNone:
      break;
  }
  return 0;
}

// The group's measurements with their shares, after the limits themselves.
void take(const std::string& group, const Limits& limits, std::vector<Measurement> measurements,
          Results& results) {
  results.measurements.push_back({group, "limit: multiply-add", limits.gflops, "GFLOP/s"});
  if (limits.byte_gops > 0)
    results.measurements.push_back({group, "limit: dot of bytes", limits.byte_gops, "Gop/s"});
  results.measurements.push_back({group, "limit: read 256 MB", limits.memory_gbs, "GB/s"});
  results.measurements.push_back({group, "limit: read 8 MB", limits.cache_gbs, "GB/s"});
  for (Measurement& measurement : measurements) {
    const double limit = limit_of(limits, measurement.bound);
    if (limit > 0) measurement.of_limit = measurement.rate / limit;
    measurement.group = group;
    results.measurements.push_back(std::move(measurement));
  }
}

const kernels::Kernels* find_table(const std::string& name) {
  if (name.empty()) return &kernels::active();
  for (const kernels::Kernels* table : kernels::available()) {
    if (table->name == name) return table;
  }
  return nullptr;
}

std::string table_names() {
  std::string names;
  for (const kernels::Kernels* table : kernels::available())
    names += std::string(names.empty() ? "" : ", ") + table->name;
  return names;
}

// A limit is what the machine can do at its best: the better of before and after.
Limits better(const Limits& a, const Limits& b) {
  return {std::max(a.gflops, b.gflops), std::max(a.byte_gops, b.byte_gops),
          std::max(a.memory_gbs, b.memory_gbs), std::max(a.cache_gbs, b.cache_gbs)};
}

Status measure_kernels(const Options& options, Results& results) {
  const kernels::Kernels* table = find_table(options.table);
  if (table == nullptr)
    return invalid_argument("unknown table: " + options.table + ", here are " + table_names());
  const Limits before = measure_limits(table->name, options.seconds);
  std::vector<Measurement> measurements = bench_kernels(*table, options.seconds);
  const Limits after = measure_limits(table->name, options.seconds);
  take("kernels", better(before, after), std::move(measurements), results);
  return ok_status();
}

// The limits come after the model, whose peak of memory would otherwise be theirs.
Status measure_model(const std::string& name, const Options& options, Results& results) {
  const Gpt2Size* size = find_gpt2_size(name);
  if (size == nullptr)
    return invalid_argument("unknown group: " + name + ", expected kernels, limits, tiny or small");
  auto measurements = bench_model(*size, options.seconds);
  if (!measurements) return measurements.error();
  take(name, measure_limits(results.table, options.seconds), std::move(measurements).value(),
       results);
  return ok_status();
}

}  // namespace

Results run_bench(const Options& options, const std::function<void(const std::string&)>& progress) {
  Results results;
  results.table = kernels::active().name;
  for (const std::string& group : options.groups) {
    Status status = ok_status();
    if (group == "kernels") {
      status = measure_kernels(options, results);
    } else if (group == "limits") {
      take(group, measure_limits(results.table, options.seconds), {}, results);
    } else {
      status = measure_model(group, options, results);
    }
    if (!status) {
      results.error = status.error().message;
      return results;
    }
    if (progress) progress(group);
  }
  return results;
}

}  // namespace glassformer::bench
