/** Longer headers than this are no headers; the loader says so. */
const mostHeaderBytes = 2 ** 27;

/** Learns from the beginning of a safetensors file how long the whole file is, where the server does not tell. */
export class AnnouncedLength {
  /** In bytes, once the header is there. */
  total: number | undefined;
  #beginning: Uint8Array | undefined = new Uint8Array(0);

  add(chunk: Uint8Array): void {
    if (!this.#beginning) return;
    const beginning = new Uint8Array(this.#beginning.length + chunk.length);
    beginning.set(this.#beginning);
    beginning.set(chunk, this.#beginning.length);
    this.#beginning = beginning;
    if (beginning.length < 8) return;
    // 8 bytes with the header's length, the header as JSON, the tensors.
    const length = Number(new DataView(beginning.buffer).getBigUint64(0, true));
    if (length <= mostHeaderBytes && beginning.length < 8 + length) return;
    this.#beginning = undefined;
    if (length <= mostHeaderBytes) this.total = wholeLength(beginning.subarray(8, 8 + length));
  }
}

/** Undefined where this is no header: then the loader refuses it. */
function wholeLength(header: Uint8Array): number | undefined {
  try {
    const tensors = JSON.parse(new TextDecoder().decode(header)) as Record<
      string,
      { data_offsets?: [number, number] }
    >;
    const ends = Object.values(tensors).map(({ data_offsets }) => data_offsets?.[1] ?? 0);
    const end = ends.reduce((most, each) => Math.max(most, each), 0);
    return Number.isSafeInteger(end) ? 8 + header.length + end : undefined;
  } catch {
    return undefined;
  }
}
