// JSON as the files of a model use it: read whole, duplicate names refused, depth and size bounded,
// in file order. Nothing here throws or aborts: a value of the wrong kind is a null pointer or an
// empty optional.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "glassformer/error.hpp"

namespace glassformer {

struct JsonValue;
struct JsonMember;
using JsonArray = std::vector<JsonValue>;
using JsonObject = std::vector<JsonMember>;  // in file order; names are unique

struct JsonValue {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, JsonArray, JsonObject> data;

  bool is_null() const { return std::holds_alternative<std::monostate>(data); }
  const bool* boolean() const { return std::get_if<bool>(&data); }
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data); }
  std::optional<double> number() const;  // integer or fraction
  const std::string* string() const { return std::get_if<std::string>(&data); }
  const JsonArray* array() const { return std::get_if<JsonArray>(&data); }
  const JsonObject* object() const { return std::get_if<JsonObject>(&data); }

  /// The member of that name; null where there is none or this is no object.
  const JsonValue* find(std::string_view name) const;
  /// The same, if it is a string or a list.
  const std::string* find_string(std::string_view name) const;
  const JsonArray* find_array(std::string_view name) const;

  /// What it is, for messages: "12", "'abc'", "null", "a list", "an object".
  std::string shown() const;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

/// Parses text; `file` names it in messages. Refused besides broken JSON: a name given twice in one
/// object, more than 64 levels, more than four million values. All strings of the result are valid
/// UTF-8.
Result<JsonValue> parse_json(std::string_view text, std::string_view file);

}  // namespace glassformer
