// Whether the program has the kernels for relaxed SIMD: compiled once for each program, the other
// tests for all at once.
extern const bool kHasRelaxedSimd;
#if defined(__wasm_relaxed_simd__)
const bool kHasRelaxedSimd = true;
#else
const bool kHasRelaxedSimd = false;
#endif
