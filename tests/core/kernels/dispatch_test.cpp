#include "kernels/dispatch.hpp"

#include <array>
#include <catch_amalgamated.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "kernels/kernels.hpp"
#include "places.hpp"

namespace glassformer::kernels {

TEST_CASE("a table needs every extension that its file is compiled with", "[kernels]") {
  const Processor all{true, true, true, true, true, true, true, true, true, true};
  CHECK(runs_avx2(all));
  CHECK(runs_avx512(all));
  CHECK(runs_avx512vnni(all));
  for (bool Processor::*missing :
       {&Processor::sse2, &Processor::avx2, &Processor::fma, &Processor::f16c}) {
    Processor without = all;
    without.*missing = false;
    CHECK_FALSE(runs_avx2(without));
    CHECK_FALSE(runs_avx512(without));
  }
  for (bool Processor::*missing : {&Processor::avx512f, &Processor::avx512cd, &Processor::avx512dq,
                                   &Processor::avx512bw, &Processor::avx512vl}) {
    Processor without = all;
    without.*missing = false;
    CHECK(runs_avx2(without));
    CHECK_FALSE(runs_avx512(without));
    CHECK_FALSE(runs_avx512vnni(without));
  }
  Processor without = all;
  without.avx512vnni = false;
  CHECK(runs_avx512(without));
  CHECK_FALSE(runs_avx512vnni(without));
}

TEST_CASE("the scalar table comes first, and none twice", "[kernels]") {
  const auto tables = available();
  CHECK(std::string(tables.front()->name) == "scalar");
  for (std::size_t i = 1; i < tables.size(); ++i) CHECK(tables[i] != tables[i - 1]);
}

#if defined(__wasm__)
TEST_CASE("the last table is used", "[kernels]") { CHECK(&active() == available().back()); }
#else
TEST_CASE("a table is used by its name, and the last one where none is named", "[kernels]") {
  const auto tables = available();
  for (const Kernels* table : tables) CHECK(&named_or_best(table->name, tables) == table);
  CHECK(&named_or_best(nullptr, tables) == tables.back());
  CHECK(&named_or_best("", tables) == tables.back());
  CHECK(&active() == &named_or_best(std::getenv("GLASSFORMER_KERNELS"), tables));
}

TEST_CASE("the name of no table ends a program with one sentence", "[kernels]") {
  // This program again, with the case above alone.
  const std::string command =
      "GLASSFORMER_KERNELS=mmx '" GLASSFORMER_TESTS_PROGRAM "' 'a table is used by its name*' 2>&1";
  FILE* const output = popen(command.c_str(), "r");
  REQUIRE(output != nullptr);
  std::string text;
  std::array<char, 4096> piece{};
  while (std::fgets(piece.data(), piece.size(), output) != nullptr) text += piece.data();
  CHECK(pclose(output) != 0);
  std::string wanted = "GLASSFORMER_KERNELS is 'mmx'; this program and processor have scalar";
  for (const Kernels* table : available().subspan(1)) wanted += std::string(", ") + table->name;
  CHECK(text.find(wanted + "\n") != std::string::npos);
}
#endif

}  // namespace glassformer::kernels
