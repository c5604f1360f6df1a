#include "decoding/stop_strings.hpp"

#include <vector>

#include "decoding_fixtures.hpp"

namespace glassformer {
namespace {

/// How many of the tokens are taken until a stop string is there; 0 if it never is.
std::size_t tokens_until_stop(const std::vector<std::string>& tokens,
                              const std::vector<std::string>& strings, TokenId special = -1) {
  const test::ByteTokenizer tokenizer(tokens, special);
  StopWatch watch(strings, &tokenizer);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (watch.push(static_cast<TokenId>(i))) return i + 1;
  }
  return 0;
}

TEST_CASE("a stop string is found inside a token", "[stop_strings]") {
  CHECK(tokens_until_stop({"one", "two. three", "four"}, {"."}) == 2);
}

TEST_CASE("a stop string is found across tokens", "[stop_strings]") {
  CHECK(tokens_until_stop({"a\n", "\nb", "c"}, {"\n\n"}) == 2);
  CHECK(tokens_until_stop({"x", "st", "o", "p y"}, {"stop"}) == 4);
}

TEST_CASE("a stop string is found in characters that tokens cut in two", "[stop_strings]") {
  CHECK(tokens_until_stop({"a\xE5\xA5", "\xBD", "b"}, {"好"}) == 2);
}

TEST_CASE("any of several stop strings stops", "[stop_strings]") {
  CHECK(tokens_until_stop({"ab", "cd", "ef"}, {"zzzzzz", "e", "d"}) == 2);
}

TEST_CASE("a beginning alone does not stop, and a false start does not hide the string",
          "[stop_strings]") {
  CHECK(tokens_until_stop({"aa", "a", "b"}, {"aab!"}) == 0);
  CHECK(tokens_until_stop({"a", "a", "a", "b"}, {"aab"}) == 4);
}

TEST_CASE("special tokens are no text", "[stop_strings]") {
  CHECK(tokens_until_stop({"a", "<end>", "b"}, {"<end>"}, 1) == 0);
  CHECK(tokens_until_stop({"a", "<end>", "b"}, {"ab"}, 1) == 3);
}

TEST_CASE("without stop strings nothing stops", "[stop_strings]") {
  StopWatch watch({}, nullptr);
  CHECK_FALSE(watch.push(0));
  CHECK_FALSE(watch.push(1));
}

TEST_CASE("a copy goes on from where it was made", "[stop_strings]") {
  const std::vector<std::string> strings = {"ab"};
  const test::ByteTokenizer tokenizer({"a", "b", "c"});
  StopWatch watch(strings, &tokenizer);
  CHECK_FALSE(watch.push(0));
  StopWatch copy = watch;
  CHECK_FALSE(watch.push(2));
  CHECK_FALSE(watch.push(1));
  CHECK(copy.push(1));
}

}  // namespace
}  // namespace glassformer
