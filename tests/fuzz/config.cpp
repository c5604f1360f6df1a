// A config.json of any bytes: what is accepted can be built.
#include "glassformer/config.hpp"

#include "expect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glassformer;
  const Result<ModelConfig> config = parse_config(fuzz::text_of(data, size));
  if (config) {
    fuzz::expect(check_config(config.value()).ok(), "an accepted config is whole");
    fuzz::expect(config.value().head_width() > 0, "a head has a width");
  } else {
    fuzz::expect(config.error().code == ErrorCode::kInvalidFile, "a bad file is a bad file");
    fuzz::expect_sentence(config.error());
  }
  return 0;
}
