/** A text for each token, one character and no two the same, for the formats that ask for a vocabulary. */
export function tokenTexts(count) {
  // Chinese characters: the first of CJK Unified Ideographs, then Extension B.
  const [first, size, next] = [0x4e00, 0x5000, 0x20000];
  return Array.from({ length: count }, (_, id) =>
    String.fromCodePoint(id < size ? first + id : next + id - size),
  );
}
