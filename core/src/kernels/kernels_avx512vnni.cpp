// The registers of avx512, and four products of bytes with their sum in one instruction.
#if defined(__AVX512BW__) && defined(__AVX512VNNI__)

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns of the undefined operands inside its own intrinsics.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "kernels/kernels_impl.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {

namespace {
constexpr Blocking kBlocking{
    .panel = 2, .rows = 8, .vectors = 2, .sums = 20, .byte_rows = 8, .byte_vectors = 1};
}

constinit const Kernels kAvx512VnniTable =
    make_table<xsimd::avx512bw, kBlocking, xsimd::fma3<xsimd::avx2>>("avx512vnni");

}  // namespace glassformer::kernels

#endif
