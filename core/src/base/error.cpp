#include "glassformer/error.hpp"

namespace glassformer {

const char* error_code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "InvalidArgument";
    case ErrorCode::kInvalidText:
      return "InvalidText";
    case ErrorCode::kInvalidFile:
      return "InvalidFile";
    case ErrorCode::kOutOfMemory:
      return "OutOfMemory";
  }
  assert(false && "an ErrorCode without a name");
  return "Unknown";
}

}  // namespace glassformer
