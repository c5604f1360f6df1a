/** How ids are shown and read as text: by a tokenizer, or by plain names where there is none. */
import type { MainModule, Tokenizer } from '../../../build/wasm/glassformer.js';
import { checkJoined, fewTokens } from './memory.ts';
import { unwrap } from './unwrap.ts';

/** Text that grows id by id and never shows half a character. */
export interface TextStream {
  push(id: number): string;
  finish(): string;
  delete(): void;
}

export interface TokenTexts {
  shown(ids: readonly number[] | Int32Array): string[];
  decode(ids: readonly number[]): string;
  stream(): TextStream;
}

/** `rows`: the model's vocabulary, which may have more ids than the tokenizer has tokens. */
export function tokenizerTexts(wasm: MainModule, tokenizer: Tokenizer, rows: number): TokenTexts {
  const known = new Map<number, string>(); // a generation shows the same tokens again and again
  const shown = (ids: readonly number[] | Int32Array): string[] => {
    const unknown = Int32Array.from(new Set(ids)).filter((id) => !known.has(id));
    for (let i = 0; i < unknown.length; i += fewTokens) {
      const some = unknown.subarray(i, i + fewTokens);
      tokenizer.shown(some).forEach((text, at) => known.set(some[at]!, text));
    }
    return Array.from(ids, (id) => known.get(id)!);
  };
  return {
    shown,
    decode(ids) {
      checkJoined(wasm, ids.length, () => shown(ids));
      return unwrap(tokenizer.decode(Int32Array.from(ids), rows));
    },
    stream: () => new wasm.StreamDecoder(tokenizer),
  };
}

export function plainTexts(nameOf: (id: number) => string, separator: string): TokenTexts {
  return {
    shown: (ids) => Array.from(ids, nameOf),
    decode: (ids) => ids.map(nameOf).join(separator),
    stream() {
      let first = true;
      return {
        push(id) {
          const text = (first ? '' : separator) + nameOf(id);
          first = false;
          return text;
        },
        finish: () => '',
        delete() {},
      };
    },
  };
}
