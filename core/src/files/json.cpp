#include "files/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/decimal.hpp"
#include "base/utf8.hpp"

namespace {

using Input = nlohmann::detail::iterator_input_adapter<std::string_view::const_iterator>;

}  // namespace

#if defined(__GNUC__) && !defined(__clang__)
// It asks for the attribute of nlohmann's own, which clang refuses here.
#pragma GCC diagnostic ignored "-Wmissing-attributes"
#endif

// The lexer has found the grammar of a number already; what strtod can do besides is not needed.
template <>
void nlohmann::detail::lexer<nlohmann::json, Input>::strtof(double& f, const char* str,
                                                            char** endptr) noexcept {
  const std::string_view text(str);
  f = glassformer::read_decimal(text);
  *endptr = const_cast<char*>(str) + text.size();
}

namespace glassformer {

namespace {

constexpr std::size_t kMaxLevels = 64;
constexpr std::size_t kMaxValues = std::size_t{4} << 20;

std::string line_and_column(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.find_last_of('\n') + 1;  // npos + 1 is 0
  return "line " + std::to_string(line) + ", column " + std::to_string(at - line_start + 1);
}

// Takes nlohmann's events and builds the value; its functions return false to stop the parser.
class Builder {
 public:
  Builder(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  bool null() { return add({}); }
  bool boolean(bool value) { return add({value}); }
  bool number_integer(std::int64_t value) { return add({value}); }
  bool number_unsigned(std::uint64_t value) {
    return value <= INT64_MAX ? add({static_cast<std::int64_t>(value)})
                              : add({static_cast<double>(value)});
  }
  bool number_float(double value, const std::string&) { return add({value}); }
  bool string(std::string& value) { return add({std::move(value)}); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // never in text

  bool start_object(std::size_t) { return open({JsonObject{}}); }
  bool start_array(std::size_t) { return open({JsonArray{}}); }
  bool key(std::string& name) {
    name_ = std::move(name);
    return true;
  }
  bool end_object() {
    if (const auto name = repeated_name(*open_.back().object())) {
      return fail("has the name " + in_quotes(*name) + " twice in one object");
    }
    return close();
  }
  bool end_array() { return close(); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    if (position > text_.size()) return fail("is not valid JSON: it ends too early");
    return fail_at(position == 0 ? 0 : position - 1);  // what was read last
  }

  Result<JsonValue> result() && {
    // To nlohmann's lexer a zero byte is the end of the text, whatever stands behind it.
    const std::size_t zero = text_.find('\0');
    if (error_.empty() && zero != std::string_view::npos) fail_at(zero);
    if (!error_.empty()) return invalid_file(std::move(error_));
    return std::move(root_);
  }

 private:
  bool fail(std::string what) {
    error_ = file_ + " " + std::move(what);
    return false;
  }

  bool fail_at(std::size_t at) {
    return fail("is not valid JSON at " + line_and_column(text_, at));
  }

  bool open(JsonValue container) {
    if (open_.size() == kMaxLevels) {
      return fail("nests deeper than " + std::to_string(kMaxLevels) + " levels");
    }
    names_.push_back(std::move(name_));
    open_.push_back(std::move(container));
    return true;
  }

  bool close() {
    JsonValue container = std::move(open_.back());
    name_ = std::move(names_.back());
    open_.pop_back();
    names_.pop_back();
    return add(std::move(container));
  }

  bool add(JsonValue value) {
    if (++count_ > kMaxValues) {
      return fail("has more than " + std::to_string(kMaxValues) + " values");
    }
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto* object = std::get_if<JsonObject>(&open_.back().data)) {
      object->push_back({std::move(name_), std::move(value)});
    } else {
      std::get_if<JsonArray>(&open_.back().data)->push_back(std::move(value));
    }
    return true;
  }

  static std::optional<std::string> repeated_name(const JsonObject& object) {
    std::vector<std::string_view> names;
    names.reserve(object.size());
    for (const JsonMember& member : object) names.push_back(member.name);
    std::sort(names.begin(), names.end());
    const auto found = std::adjacent_find(names.begin(), names.end());
    if (found == names.end()) return std::nullopt;
    return std::string(*found);
  }

  std::string_view text_;
  std::string file_;
  std::vector<JsonValue> open_;     // the containers around the next value, outermost first
  std::vector<std::string> names_;  // the name of each in the one around it
  std::string name_;                // of the next value, inside an object
  std::size_t count_ = 0;
  JsonValue root_;
  std::string error_;
};

}  // namespace

std::optional<double> JsonValue::number() const {
  if (const auto* value = integer()) return static_cast<double>(*value);
  if (const auto* value = std::get_if<double>(&data)) return *value;
  return std::nullopt;
}

const JsonValue* JsonValue::find(std::string_view name) const {
  const JsonObject* members = object();
  if (members == nullptr) return nullptr;
  for (const JsonMember& member : *members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

const std::string* JsonValue::find_string(std::string_view name) const {
  const JsonValue* value = find(name);
  return value == nullptr ? nullptr : value->string();
}

const JsonArray* JsonValue::find_array(std::string_view name) const {
  const JsonValue* value = find(name);
  return value == nullptr ? nullptr : value->array();
}

std::string JsonValue::shown() const {
  if (is_null()) return "null";
  if (const bool* value = boolean()) return *value ? "true" : "false";
  if (const auto* value = integer()) return std::to_string(*value);
  if (const auto* value = std::get_if<double>(&data)) return write_decimal(*value, 7);
  if (const std::string* value = string()) return in_quotes(*value);
  return array() != nullptr ? "a list" : "an object";
}

Result<JsonValue> parse_json(std::string_view text, std::string_view file) {
  Builder builder(text, file);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).result();
}

}  // namespace glassformer
