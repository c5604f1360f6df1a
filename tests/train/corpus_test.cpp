#include "corpus.hpp"

#include <catch_amalgamated.hpp>

#include "files.hpp"
#include "folder.hpp"
#include "messages.hpp"

namespace glassformer::tools {
namespace {

using test::message_of;

// What read_corpus makes of a file of that name.
Result<std::vector<CorpusDocument>> corpus(const std::string& name, std::string_view text) {
  const test::TemporaryFolder folder;
  if (Status status = write_file(folder / name, text); !status) return status.error();
  return read_corpus(folder / name);
}

std::vector<std::string> texts(const std::vector<CorpusDocument>& documents) {
  std::vector<std::string> all;
  for (const CorpusDocument& d : documents) all.push_back(d.text);
  return all;
}

}  // namespace

TEST_CASE("documents are parted by lines <|endoftext|>", "[corpus]") {
  using Texts = std::vector<std::string>;
  CHECK(texts(*corpus("a.txt", "one\ntwo\n\nthree\n<|endoftext|>\nfour")) ==
        Texts{"one\ntwo\n\nthree", "four"});
  CHECK(texts(*corpus("a.txt", "<|endoftext|>\n\n<|endoftext|>\r\n\nx <|endoftext|> y\r\n")) ==
        Texts{"x <|endoftext|> y"});
  CHECK(texts(*corpus("a", "春眠不觉晓\n")) == Texts{"春眠不觉晓"});
}

TEST_CASE("a .tsv file holds pairs", "[corpus]") {
  const auto pairs = *corpus("a.tsv", "Hi.\t嗨。\tfrom somewhere\n\nRun!\t跑！\r\n");
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].source == "Hi.");
  CHECK(pairs[0].text == "嗨。");
  CHECK(pairs[1].text == "跑！");
  CHECK_THAT(
      message_of(corpus("a.tsv", "Hi.\t嗨。\nHi.\n")),
      Catch::Matchers::EndsWith("a.tsv line 2 is no pair of texts with a tabulator between"));
  CHECK_FALSE(corpus("a.tsv", "\tx\n").ok());
  CHECK_FALSE(corpus("a.tsv", "x\t\n").ok());
}

TEST_CASE("an empty corpus or one that is not UTF-8 is refused", "[corpus]") {
  CHECK_THAT(message_of(corpus("a.txt", "")), Catch::Matchers::EndsWith("a.txt holds no text"));
  CHECK_THAT(message_of(corpus("a.txt", "\n<|endoftext|>\n")),
             Catch::Matchers::EndsWith("holds no text"));
  CHECK_THAT(message_of(corpus("a.txt", "ab\xFF")), Catch::Matchers::ContainsSubstring("a.txt: "));
}

}  // namespace glassformer::tools
