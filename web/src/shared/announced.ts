import { joined } from './joined.ts';

/** The core takes no longer header, and says so. */
const maxHeaderBytes = 16_000_000;

/** Learns from the beginning of a safetensors file how long the whole file is, where the server does not tell. */
export class AnnouncedLength {
  /** In bytes, once the header is there. */
  total: number | undefined;
  #chunks: Uint8Array[] | undefined = [];
  #bytes = 0;
  /** Bytes up to the end of the header: 8 with its length, and the header itself. */
  #wanted = 8;

  add(chunk: Uint8Array): void {
    if (!this.#chunks) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#wanted) return;
    // Joined twice at most, however many chunks there are.
    const beginning = joined(this.#chunks, this.#bytes);
    if (this.#wanted === 8) {
      const length = Number(new DataView(beginning.buffer).getBigUint64(0, true));
      if (length > maxHeaderBytes) return void (this.#chunks = undefined);
      this.#chunks = [beginning];
      this.#wanted = 8 + length;
      if (this.#bytes < this.#wanted) return;
    }
    this.#chunks = undefined;
    this.total = wholeLength(beginning.subarray(8, this.#wanted));
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
