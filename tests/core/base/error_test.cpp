#include "glassformer/error.hpp"

#include <catch_amalgamated.hpp>

namespace glassformer {

TEST_CASE("every error code has the name that other languages see", "[error]") {
  CHECK(std::string(error_code_name(ErrorCode::kInvalidArgument)) == "InvalidArgument");
  CHECK(std::string(error_code_name(ErrorCode::kInvalidText)) == "InvalidText");
  CHECK(std::string(error_code_name(ErrorCode::kInvalidFile)) == "InvalidFile");
  CHECK(std::string(error_code_name(ErrorCode::kOutOfMemory)) == "OutOfMemory");
}

TEST_CASE("a result holds a value or an error", "[error]") {
  const Result<int> value = 3;
  REQUIRE(value.ok());
  CHECK(*value == 3);
  const Result<int> error = invalid_text("no");
  REQUIRE_FALSE(error.ok());
  CHECK(error.error().code == ErrorCode::kInvalidText);
  CHECK(error.error().message == "no");
}

}  // namespace glassformer
