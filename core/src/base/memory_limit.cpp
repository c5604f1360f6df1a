#include "base/memory_limit.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <string>

namespace glassformer {
namespace {

constexpr double kMebibyte = 1 << 20;
constexpr double kMaxMebibytes = 1024;

bool available(double bytes) {
  const std::size_t slack = 1 << 20;  // for what is small and not counted
  if (bytes < slack) return true;
  const std::size_t size = static_cast<std::size_t>(bytes) + slack;
  const std::unique_ptr<volatile char[]> block(new (std::nothrow) volatile char[size]);
  if (block == nullptr) return false;
  block[0] = 0;  // unused, it would never be asked for
  return true;
}

}  // namespace

Status check_memory(std::string_view what, double bytes, std::string_view advice) {
  const double mebibytes = std::min(bytes / kMebibyte, 1e12);
  const bool allowed = mebibytes <= kMaxMebibytes;
  if (allowed && available(bytes)) return ok_status();
  std::string sentence(what);
  sentence += " needs about " + std::to_string(static_cast<long long>(mebibytes) + 1) + " MiB, ";
  sentence += allowed ? "more than is left" : "but at most 1024 MiB are given to one call";
  sentence += advice;
  return out_of_memory(std::move(sentence));
}

}  // namespace glassformer
