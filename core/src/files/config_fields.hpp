// The fields of config.json, read one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "files/json.hpp"
#include "glassformer/error.hpp"

namespace glassformer {

// One field under all the names it goes by; the first is the one that messages ask for.
using Names = std::initializer_list<const char*>;

// Reads fields one after the other and keeps the first error; values read after it are not used.
class Fields {
 public:
  explicit Fields(const JsonValue& root) : root_(root) {}

  bool failed() const { return !error_.empty(); }
  Error error() const { return invalid_file("config.json: " + error_); }
  void fail(std::string what) {
    if (!failed()) error_ = std::move(what);
  }

  struct Field {
    const char* name = nullptr;
    const JsonValue* value = nullptr;  // null: there is none
    explicit operator bool() const { return value != nullptr; }
  };

  /// The field under whichever name it has (null counts as absent). Two names must not contradict
  /// each other.
  Field find(Names names) {
    Field found;
    for (const char* name : names) {
      const JsonValue* value = root_.find(name);
      if (value == nullptr || value->is_null()) continue;
      if (!found) {
        found = {name, value};
      } else if (value->shown() != found.value->shown()) {
        fail(std::string(found.name) + " is " + found.value->shown() + ", but " + name + " is " +
             value->shown());
      }
    }
    return found;
  }

  void expect(const Field& field, const std::string& expected) {
    fail(std::string(field.name) + " is " + field.value->shown() + ", expected " + expected);
  }

  std::optional<std::size_t> size(Names names, std::size_t min, std::size_t max) {
    const Field field = find(names);
    if (!field) return std::nullopt;
    const std::int64_t* value = field.value->integer();
    if (value == nullptr || *value < static_cast<std::int64_t>(min) ||
        *value > static_cast<std::int64_t>(max)) {
      expect(field, "an integer from " + std::to_string(min) + " to " + std::to_string(max));
      return std::nullopt;
    }
    return static_cast<std::size_t>(*value);
  }

  std::size_t required_size(Names names, std::size_t min, std::size_t max) {
    const std::optional<std::size_t> value = size(names, min, max);
    if (!value) fail(std::string(*names.begin()) + " is missing");
    return value.value_or(min);
  }

  std::optional<bool> flag(Names names) {
    const Field field = find(names);
    if (!field) return std::nullopt;
    const bool* value = field.value->boolean();
    if (value == nullptr) {
      expect(field, "true or false");
      return std::nullopt;
    }
    return *value;
  }

  /// The text of a field; empty where there is none.
  std::string text(Names names, const std::string& expected) {
    const Field field = find(names);
    if (!field) return {};
    const std::string* value = field.value->string();
    if (value == nullptr || value->empty()) expect(field, expected);
    return value == nullptr ? std::string() : *value;
  }

 private:
  const JsonValue& root_;
  std::string error_;
};

}  // namespace glassformer
