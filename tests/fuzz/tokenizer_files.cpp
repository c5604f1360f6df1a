// Tokenizer files of any bytes, then a text for the tokenizer they make: five parts, parted by
// bytes 0xFF, in the order tokenizer.json, vocab.json, merges.txt, vocab.txt, text. What is missing
// at the end is empty.
#include "expect.hpp"
#include "glassformer/tokenizer.hpp"
#include "tokens.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  std::string_view rest = fuzz::text_of(data, size);
  const auto next_part = [&] {
    const std::size_t end = std::min(rest.find('\xFF'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return std::string(part);
  };
  TokenizerFiles files;
  files.tokenizer_json = next_part();
  files.vocab_json = next_part();
  files.merges_txt = next_part();
  files.vocab_txt = next_part();
  const auto tokenizer = make_tokenizer(files);
  if (!tokenizer) {
    fuzz::expect_sentence(tokenizer.error());
  } else if (tokenizer.value() != nullptr) {
    fuzz::through(*tokenizer.value(), rest);
  }
  return 0;
}
