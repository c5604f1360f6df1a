// The sentence of a Result that should be an Error.
#pragma once

#include <catch_amalgamated.hpp>
#include <string>

#include "glassformer/error.hpp"

namespace glassformer::test {

template <typename T>
std::string message_of(const Result<T>& result) {
  if (result.ok()) FAIL("expected an Error, got a value");
  return result.error().message;
}

template <typename T>
ErrorCode code_of(const Result<T>& result) {
  if (result.ok()) FAIL("expected an Error, got a value");
  return result.error().code;
}

}  // namespace glassformer::test
