// Expected numbers: PyTorch 1.13.1 on an x86-64 processor with AVX2.
#include "glassformer/random.hpp"

#include <catch_amalgamated.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace glassformer {
namespace {

std::vector<float> randn(Generator& generator, std::size_t n) {
  std::vector<float> values(n);
  generator.randn(values);
  return values;
}

std::vector<float> rand(Generator& generator, std::size_t n) {
  std::vector<float> values(n);
  generator.rand(values);
  return values;
}

void check_close(const std::vector<float>& got, const std::vector<float>& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    CAPTURE(i);
    CHECK_THAT(got[i], Catch::Matchers::WithinAbs(want[i], 5e-7));
  }
}

struct Draw {
  std::size_t size;   // seed 1000 + size
  float first, last;  // of torch.randn(size)
  float rand;         // torch.rand(1) after it
};

const std::vector<Draw> kDraws = {{1, 1.00759745F, 1.00759745F, 0.191376567F},
                                  {2, 0.536933839F, 0.948503435F, 0.535407543F},
                                  {3, -0.614131153F, -0.170411617F, 0.114394903F},
                                  {4, 0.0671847686F, -0.768776953F, 0.35600847F},
                                  {5, 0.0424546897F, -1.38137484F, 0.778257072F},
                                  {6, 1.41509199F, -0.17109637F, 0.60904628F},
                                  {7, 0.631402314F, -0.264782339F, 0.971587121F},
                                  {8, -0.469737947F, 1.45503616F, 0.772930026F},
                                  {9, -0.0491434634F, -0.575638831F, 0.209749818F},
                                  {10, -1.27293372F, 0.106785759F, 0.263952315F},
                                  {11, 1.71145296F, 0.289756119F, 0.976552308F},
                                  {12, -0.0749684796F, 0.470774412F, 0.179735303F},
                                  {13, 1.20495141F, 1.15355659F, 0.471499622F},
                                  {14, -0.0820563883F, -2.52881789F, 0.514540493F},
                                  {15, 0.67124927F, 0.924698591F, 0.820847034F},
                                  {16, -1.17581964F, -0.0753712952F, 0.404696286F},
                                  {17, -1.78677297F, -0.157410786F, 0.313446641F},
                                  {18, 0.88692677F, 0.688927472F, 0.902807057F},
                                  {19, 0.973001063F, 0.842869043F, 0.769256055F},
                                  {20, -0.423671812F, 0.378994972F, 0.0210121274F},
                                  {21, 0.5841465F, -0.594640315F, 0.98317796F},
                                  {22, -0.150733382F, -1.00369346F, 0.0933902264F},
                                  {23, 0.00495103979F, -0.555248141F, 0.0254160762F},
                                  {24, -1.16197407F, 0.947668552F, 0.972192049F},
                                  {25, 0.56138891F, 0.636753976F, 0.448110342F},
                                  {26, 0.14899677F, 0.727642775F, 0.464825034F},
                                  {27, -0.112970822F, -1.37163794F, 0.912940741F},
                                  {28, 0.0742197111F, 0.018577788F, 0.913712084F},
                                  {29, 1.1872772F, 0.609236538F, 0.189506114F},
                                  {30, -0.511051059F, -0.224443704F, 0.640526831F},
                                  {31, -0.52648592F, -0.756464958F, 0.179401875F},
                                  {32, 0.131081358F, 0.208022043F, 0.494196475F},
                                  {33, -0.411532581F, -1.34171784F, 0.311962724F},
                                  {34, -0.842126489F, 0.973403513F, 0.41308862F},
                                  {35, 0.730221331F, -0.285391718F, 0.422455847F},
                                  {36, -1.14875472F, -0.390320092F, 0.00481104851F},
                                  {37, 1.51418555F, 1.60634196F, 0.117670298F},
                                  {38, -1.0795722F, -0.896995127F, 0.832105815F},
                                  {39, 0.265509278F, -1.26534975F, 0.219196618F},
                                  {40, 1.20885563F, -1.11158597F, 0.829282224F}};

TEST_CASE("randn gives torch.randn's numbers at every size from 1 to 40", "[random]") {
  for (const Draw& draw : kDraws) {
    CAPTURE(draw.size);
    Generator generator(1000 + draw.size);
    const std::vector<float> values = randn(generator, draw.size);
    CHECK_THAT(values.front(), Catch::Matchers::WithinAbs(draw.first, 5e-7));
    CHECK_THAT(values.back(), Catch::Matchers::WithinAbs(draw.last, 5e-7));
    CHECK(rand(generator, 1)[0] == draw.rand);
  }
}

TEST_CASE("randn redraws the last 16 values when the size is no multiple of 16", "[random]") {
  Generator generator(0);
  check_close(randn(generator, 17),
              {-1.12583983F, -1.6959312F, 0.566650629F, 0.793508351F, 0.598839462F, -1.55509508F,
               -0.34136039F, 1.85300612F, 0.468096405F, -0.585497558F, -0.173396751F, 0.183477938F,
               1.38936615F, 1.58633423F, 0.946298361F, -0.843676746F, 0.931826591F});
}

TEST_CASE("randn of fewer than 16 values draws doubles one after the other", "[random]") {
  Generator generator(123);
  check_close(randn(generator, 8), {-0.111467116F, 0.120362945F, -0.369634509F, -0.240417972F,
                                    -1.19692433F, 0.20926936F, -0.972355008F, -0.755045474F});
}

TEST_CASE("the second normal of a pair waits for the next short randn", "[random]") {
  Generator generator(42);
  check_close(randn(generator, 3), {0.336690366F, 0.128809407F, 0.234462366F});
  check_close(randn(generator, 2), {0.23033303F, -1.12285638F});
  check_close(rand(generator, 2), {0.869404435F, 0.567715287F});
}

TEST_CASE("a long randn leaves the waiting normal where it is", "[random]") {
  Generator generator(42);
  check_close(randn(generator, 1), {0.336690366F});
  CHECK_THAT(randn(generator, 16).back(), Catch::Matchers::WithinAbs(-0.963365912, 5e-7));
  check_close(randn(generator, 1), {0.128809407F});
}

TEST_CASE("only the low 32 bits of a seed count", "[random]") {
  const std::vector<float> want = {-0.486780763F, -0.603821576F, -0.55809623F, 0.667524278F,
                                   -0.197415099F};
  Generator low(5);
  Generator high((std::uint64_t{1} << 32) + 5);
  check_close(randn(low, 5), want);
  check_close(randn(high, 5), want);
}

TEST_CASE("rand gives torch.rand's numbers exactly", "[random]") {
  Generator generator(0);
  CHECK(rand(generator, 4) ==
        std::vector<float>{0.49625659F, 0.768221796F, 0.0884774327F, 0.132030487F});
}

TEST_CASE("uniform_double gives torch.rand's float64 numbers exactly", "[random]") {
  Generator generator(7);
  CHECK(generator.uniform_double() == 0.27938042990640399);
  CHECK(generator.uniform_double() == 0.27369371365176565);
  CHECK(generator.uniform_double() == 0.86209296141762548);
}

TEST_CASE("random gives the twister's own 32 bits", "[random]") {
  Generator generator(7);
  CHECK(generator.random() % (1U << 31) == 327741615);
  CHECK(generator.random() % (1U << 31) == 976413892);
  CHECK(generator.random() % (1U << 31) == 1202242073);
}

TEST_CASE("a randn of whole blocks begins like every longer one", "[random]") {
  Generator generator(123);
  const std::vector<float> all = randn(generator, 150'000);
  check_close({all.end() - 4, all.end()}, {-1.64297485F, -0.48884213F, -1.34339035F, 1.32675934F});
  Generator again(123);
  const std::vector<float> beginning = randn(again, 48);
  CHECK(beginning == std::vector<float>(all.begin(), all.begin() + 48));
}

TEST_CASE("an empty draw takes nothing from the stream", "[random]") {
  Generator generator(0);
  generator.randn({});
  generator.rand({});
  CHECK(rand(generator, 1)[0] == 0.49625659F);
}

}  // namespace
}  // namespace glassformer
