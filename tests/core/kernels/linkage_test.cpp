// A function compiled for one instruction set must not be merged with the same function compiled
// for another: the object files of the kernels have no weak symbols of ours, std's or xsimd's.
#include "places.hpp"
#if defined(GLASSFORMER_NM)

#include <catch_amalgamated.hpp>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

namespace glassformer {

TEST_CASE("no kernel can be merged with that of another instruction set", "[kernels]") {
  std::ifstream objects(GLASSFORMER_KERNEL_OBJECTS);
  std::size_t read = 0, symbols = 0;
  for (std::string object; std::getline(objects, object); ++read) {
    CAPTURE(object);
    const std::string command = std::string(GLASSFORMER_NM) + " -C '" + object + "'";
    const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), pclose);
    REQUIRE(output != nullptr);
    for (char line[4096]; std::fgets(line, sizeof line, output.get()) != nullptr; ++symbols) {
      const std::string symbol(line);
      const bool is_weak =
          symbol.find(" W ") != std::string::npos || symbol.find(" V ") != std::string::npos;
      const bool is_known = symbol.find("glassformer::") != std::string::npos ||
                            symbol.find("std::") != std::string::npos ||
                            symbol.find("xsimd::") != std::string::npos;
      // dispatch.cpp is compiled for every processor.
      if (is_weak && is_known && object.find("kernels_") != std::string::npos) FAIL_CHECK(symbol);
    }
  }
  CHECK(read > 0);
  CHECK(symbols > 0);
}

}  // namespace glassformer

#endif
