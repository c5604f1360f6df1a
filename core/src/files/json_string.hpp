// JSON strings, written with their escapes.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

/// Appends valid UTF-8 as a JSON string, in its quotes.
void append_json_string(std::string& json, std::string_view text);

}  // namespace glassformer
