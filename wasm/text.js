/* global addToLibrary, utf8Encoder */
// Texts of JavaScript as UTF-8. Emscripten's own functions of these names make one character of a lone surrogate and the
// unit behind it; by these it becomes U+FFFD, as wherever else a text becomes bytes.
addToLibrary({
  $utf8Encoder: 'new TextEncoder()',

  $lengthBytesUTF8__deps: ['$utf8Encoder'],
  $lengthBytesUTF8: (str) => utf8Encoder.encode(str).length,

  $stringToUTF8Array__deps: ['$utf8Encoder'],
  // With a zero byte behind them, which counts among the most bytes.
  $stringToUTF8Array: (str, heap, outIdx, maxBytesToWrite) => {
    if (!(maxBytesToWrite > 0)) return 0;
    const bytes = utf8Encoder.encode(str).subarray(0, maxBytesToWrite - 1);
    heap.set(bytes, outIdx >>> 0);
    heap[(outIdx >>> 0) + bytes.length] = 0;
    return bytes.length;
  },
});
