#include "kernels/dispatch.hpp"

#include <catch_amalgamated.hpp>
#include <string>

#include "kernels/kernels.hpp"

namespace glassformer::kernels {

TEST_CASE("a table needs every extension that its file is compiled with", "[kernels]") {
  const Processor all{true, true, true, true, true, true, true, true};
  CHECK(runs_avx2(all));
  CHECK(runs_avx512(all));
  for (bool Processor::*missing : {&Processor::sse2, &Processor::avx2, &Processor::fma}) {
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
  }
}

TEST_CASE("the scalar table comes first, the active one last, and none twice", "[kernels]") {
  const auto tables = available();
  CHECK(std::string(tables.front()->name) == "scalar");
  CHECK(tables.back() == &active());
  for (std::size_t i = 1; i < tables.size(); ++i) CHECK(tables[i] != tables[i - 1]);
}

}  // namespace glassformer::kernels
