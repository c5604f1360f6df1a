#include "files/json.hpp"

#include "golden.hpp"
#include "messages.hpp"

namespace glassformer {

using namespace test;

namespace {

std::string message_in(std::string_view text) { return message_of(parse_json(text, "x.json")); }

}  // namespace

TEST_CASE("all kinds of values are read, members in the file's order", "[json]") {
  const JsonValue root = must(parse_json(
      R"({"z": [1, -2.5, true, null], "a": {"text": "h\u00e9\n"}, "big": 18446744073709551615})",
      "x"));
  REQUIRE(root.object() != nullptr);
  CHECK(root.object()->front().name == "z");
  const JsonArray& list = *root.find("z")->array();
  CHECK(*list[0].integer() == 1);
  CHECK(*list[1].number() == -2.5);
  CHECK(list[1].integer() == nullptr);
  CHECK(*list[2].boolean());
  CHECK(list[3].is_null());
  CHECK(*root.find("a")->find("text")->string() == "hé\n");
  CHECK(root.find("big")->integer() == nullptr);
  CHECK(root.find("absent") == nullptr);
  CHECK(list[0].find("absent") == nullptr);
}

TEST_CASE("a value shows itself in messages", "[json]") {
  CHECK(JsonValue{}.shown() == "null");
  CHECK(JsonValue{true}.shown() == "true");
  CHECK(JsonValue{std::int64_t{-7}}.shown() == "-7");
  CHECK(JsonValue{0.5}.shown() == "0.5");
  CHECK(JsonValue{std::string("a")}.shown() == "'a'");
  CHECK(JsonValue{JsonArray{}}.shown() == "a list");
  CHECK(JsonValue{JsonObject{}}.shown() == "an object");
}

TEST_CASE("broken JSON is an error that says where", "[json]") {
  CHECK(message_in("") == "x.json is not valid JSON: it ends too early");
  CHECK(message_in("{\"a\": 1") == "x.json is not valid JSON: it ends too early");
  CHECK(message_in("{\"a\": 1,\n \"b\": x}") == "x.json is not valid JSON at line 2, column 7");
  CHECK(message_in("{} {}") == "x.json is not valid JSON at line 1, column 4");
  CHECK(message_in("[1e999]") == "x.json is not valid JSON at line 1, column 6");
  CHECK(message_in("\"\xFF\"").starts_with("x.json is not valid JSON at line 1"));
  CHECK(message_in("\"\\ud800\"").starts_with("x.json is not valid JSON at line 1"));
}

TEST_CASE("a zero byte ends no text, and one byte order mark is taken away", "[json]") {
  using namespace std::literals;
  CHECK(message_in("{}\n\0"sv) == "x.json is not valid JSON at line 2, column 1");
  CHECK(message_in("{}\0{\"a\": 1}"sv) == "x.json is not valid JSON at line 1, column 3");
  CHECK(message_in("{\"a\": \0}"sv) == "x.json is not valid JSON at line 1, column 7");
  CHECK(message_in("{\"a\": \"\0\"}"sv) == "x.json is not valid JSON at line 1, column 8");
  CHECK(message_in("\0"sv) == "x.json is not valid JSON at line 1, column 1");
  CHECK(message_in("{} x\0"sv) == "x.json is not valid JSON at line 1, column 4");
  CHECK(parse_json("\uFEFF{}", "x.json").ok());
  CHECK(message_in("\uFEFF\uFEFF{}").starts_with("x.json is not valid JSON at line 1"));
}

TEST_CASE("a name given twice in one object is an error, at any depth", "[json]") {
  CHECK(message_in(R"({"a": 1, "b": 2, "a": 1})") == "x.json has the name 'a' twice in one object");
  CHECK(message_in(R"([{"q": {"\u0061": 1, "a": 2}}])") ==
        "x.json has the name 'a' twice in one object");
  CHECK(parse_json(R"({"a": {"a": 1}, "b": {"a": 1}})", "x.json").ok());
}

TEST_CASE("nesting is bounded", "[json]") {
  CHECK(parse_json(std::string(64, '[') + std::string(64, ']'), "x.json").ok());
  CHECK(message_in(std::string(65, '[') + std::string(65, ']')) ==
        "x.json nests deeper than 64 levels");
  CHECK(message_in(std::string(10'000'000, '[')) == "x.json nests deeper than 64 levels");
}

TEST_CASE("the number of values is bounded", "[json]") {
  std::string zeros = "[0";
  for (int i = 0; i < 4 << 20; ++i) zeros += ",0";
  CHECK(message_in(zeros + "]") == "x.json has more than 4194304 values");
}

}  // namespace glassformer
