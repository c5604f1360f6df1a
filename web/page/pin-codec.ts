/** Pinned tokens in the address. Tokens count from 1. */
import type { PinnedTokens, Spot } from 'glassformer/elements';
import type { Codec } from './address.ts';

/** A token, and one beside it: "5", "5.3", ".3". */
const kPair = /^([1-9]\d{0,3})?(?:\.([1-9]\d{0,3}))?$/;

/** The token that looks, and the one that is looked at. */
export const spotCodec: Codec<Spot> = {
  read(text) {
    const pair = readPair(text);
    return pair && { query: pair[0], key: pair[1] };
  },
  write: ({ query, key }) => writePair(query, key),
};

/** A token of the source, and one of the translation that is shown. */
export const pairCodec: Codec<Pick<PinnedTokens, 'source' | 'target'>> = {
  read(text) {
    const pair = readPair(text);
    return pair && { source: pair[0], target: pair[1] };
  },
  write: ({ source, target }) => writePair(source, target),
};

function readPair(text: string): [first: number | null, second: number | null] | null {
  const [, first, second] = kPair.exec(text) ?? [];
  const place = (written: string | undefined) =>
    written === undefined ? null : Number(written) - 1;
  return first === undefined && second === undefined ? null : [place(first), place(second)];
}

function writePair(first: number | null, second: number | null): string | null {
  const place = (number: number | null) => (number === null ? '' : String(number + 1));
  return first === null && second === null
    ? null
    : place(first) + (second === null ? '' : `.${place(second)}`);
}
