#include "text/token_ids.hpp"

#include "messages.hpp"

namespace glassformer {

using namespace test;

TEST_CASE("an id outside the vocabulary is named with its index and the range", "[token_ids]") {
  const std::vector<TokenId> ids{0, 9, 10, -1};
  CHECK(check_ids("ids", std::span(ids).first(2), 10).ok());
  CHECK(check_ids("ids", {}, 10).ok());
  CHECK(message_of(check_ids("ids", ids, 10)) == "ids[2] is 10; expected an id from 0 to 9");
  CHECK(message_of(check_ids("ids", std::span(ids).last(1), 10)) ==
        "ids[0] is -1; expected an id from 0 to 9");
}

TEST_CASE("one id outside the vocabulary may be allowed", "[token_ids]") {
  const std::vector<TokenId> ids{1, -100, 2};
  CHECK(check_ids("targets", ids, 3, -100).ok());
  CHECK(message_of(check_ids("targets", ids, 2, -100)) ==
        "targets[2] is 2; expected an id from 0 to 1");
}

}  // namespace glassformer
