// Errors as values. Bad input (a file, a text, an option) becomes an Error with one clear sentence:
// what was found and what was expected. Broken invariants are asserts; kernels report nothing.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace glassformer {

enum class ErrorCode {
  kInvalidArgument,  // an option, an id, a shape that the caller chose
  kInvalidText,      // text that cannot be encoded
  kInvalidFile,      // bytes that are not what they should be
  kOutOfMemory,      // a model or an input too large for this machine
};

/// The code's name as callers of other languages see it: "InvalidArgument", "InvalidText", …
const char* error_code_name(ErrorCode code);

struct Error {
  ErrorCode code;
  std::string message;
  std::uint64_t bytes = 0;  // kOutOfMemory: how many were needed, about
};

/// A value or an Error. `Result<void>`-like functions return `Status`.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<T>(&state_));
  }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }

  const Error& error() const {
    assert(!ok());
    return *std::get_if<Error>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

using Status = Result<std::monostate>;
inline Status ok_status() { return Status(std::monostate{}); }

inline Error invalid_argument(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}
inline Error invalid_text(std::string message) {
  return {ErrorCode::kInvalidText, std::move(message)};
}
inline Error invalid_file(std::string message) {
  return {ErrorCode::kInvalidFile, std::move(message)};
}
inline Error out_of_memory(std::string message, std::uint64_t bytes) {
  return {ErrorCode::kOutOfMemory, std::move(message), bytes};
}

}  // namespace glassformer
