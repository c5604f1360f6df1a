// The table of AVX-512, with four products of bytes and their sum in one instruction.
#if defined(__AVX512BW__) && defined(__AVX512VNNI__)

#include "kernels/avx512.hpp"
#include "kernels/tables.hpp"

namespace glassformer::kernels {

constinit const Kernels kAvx512VnniTable = make_avx512_table("avx512vnni");

}  // namespace glassformer::kernels

#endif
