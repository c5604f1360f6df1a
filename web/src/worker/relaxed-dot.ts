/** Whether relaxed SIMD's dot product of bytes can be used here. */

const times = (count: number, ...bytes: readonly number[]) =>
  Array.from({ length: count }, () => bytes).flat();
const constant = (bytes: readonly number[]) => [0xfd, 0x0c, ...bytes]; // v128.const
const minusOnes = constant(times(16, 0xff));
const ones = constant(times(16, 0x01));
const fives = constant(times(4, 0x05, 0x00, 0x00, 0x00));
const dot = [0xfd, 0x93, 0x02]; // i32x4.relaxed_dot_i8x16_i7x16_add_s

/** One function f: the first lane of dot(-1…, 1…, dot(-1…, 1…, 5…)), which is five less four less four. */
const module = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f], // its type: () → i32
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00], // exported as f
  ...[0x0a, 0x67, 0x01, 0x65, 0x00],
  ...[...minusOnes, ...ones, ...minusOnes, ...ones, ...fives, ...dot, ...dot],
  ...[0xfd, 0x1b, 0x00, 0x0b], // i32x4.extract_lane 0, end
]);

/**
 * False where the sum is wrong: the baseline compiler of V8 11.3 on x86 (Node 20, where relaxed SIMD is behind a flag)
 * adds the product twice and nothing else. A function's first call runs what the baseline compiler made. False, too, where
 * nothing may be compiled; the loader says so.
 */
export function isRelaxedDotRight(): boolean {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module));
    return (exports['f'] as () => number)() === -3;
  } catch {
    return false;
  }
}
