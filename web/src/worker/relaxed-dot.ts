/** Whether relaxed SIMD's dot product of bytes can be used here. */

const times = (count: number, byte: number) => Array.from({ length: count }, () => byte);
const constant = (byte: number) => [0xfd, 0x0c, ...times(16, byte)]; // v128.const

/** One function f: the first lane of i32x4.relaxed_dot_i8x16_i7x16_add_s(-1…, 1…, 0…), which is four times -1 · 1. */
const module = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f], // its type: () → i32
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00], // exported as f
  ...[0x0a, 0x40, 0x01, 0x3e, 0x00],
  ...[...constant(0xff), ...constant(0x01), ...constant(0x00)],
  ...[0xfd, 0x93, 0x02, 0xfd, 0x1b, 0x00, 0x0b], // the dot product, i32x4.extract_lane 0, end
]);

/**
 * False where the first operand is taken as unsigned, against the proposal: so does the baseline compiler of V8 11.3 on
 * x86 (Node 20, where relaxed SIMD is behind a flag), while its optimising compiler does not. A function's first call runs
 * what the baseline compiler made.
 */
export function isRelaxedDotSigned(): boolean {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module));
  return (exports['f'] as () => number)() === -4;
}
