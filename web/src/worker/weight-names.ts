/** Weights whose names follow no scheme that the engine knows: they are read under the names that a table gives them. */
import { GlassformerError } from '../shared/error.ts';
import { joined } from '../shared/joined.ts';
import type { WeightNames } from '../shared/model-types.ts';
import { printable } from '../shared/printable.ts';
import type { IncomingFile } from '../shared/incoming-files.ts';

/** The core takes no longer header and no longer name, and says so. */
const kMaxHeaderBytes = 16_000_000;
const kMaxNameLength = 512;
const kLengthBytes = 8;

const kNumber = '{}';
const numbersIn = (pattern: string) => pattern.split(kNumber).length - 1;

/** Both are whole names, or both beginnings, of which the new one may be empty. */
const isAlike = (from: string, to: string) =>
  from !== '' && (from.endsWith('.') ? to === '' || to.endsWith('.') : !/^$|\.$/.test(to));

/** Of a name that has more of them, which no model's has, the first so many are looked at. */
const kMaxParts = 16;

/** The name itself, and what of it ends with a point, the longest first. */
function beginningsOf(name: string): readonly string[] {
  const ends = [...name.matchAll(/\./g)].slice(0, kMaxParts).map(({ index }) => index + 1);
  return [name, ...ends.reverse().map((end) => name.slice(0, end))];
}

/** What wrappers of a model put before its names, and the core passes over where all names have it. */
const kWrapper = /^(?:transformer|module|_orig_mod|model)\.(?=.)/;

/** The name itself, and what it is within each of its wrappers. */
function withoutWrappers(name: string): readonly string[] {
  const names = [name];
  let rest = name;
  while (kWrapper.test(rest) && names.length < kMaxParts) {
    rest = rest.replace(kWrapper, '');
    names.push(rest);
  }
  return names;
}

const numbersOf = (text: string) => [...text.matchAll(/\d+/g)].slice(0, kMaxParts);

function invalid(file: string, message: string): GlassformerError {
  return new GlassformerError('InvalidFile', `${file}: ${message}`, {
    details: { kind: 'invalidFile', file },
  });
}

/** What config.json says of names; undefined where it says nothing. */
export function namesIn(
  fields: Readonly<Record<string, unknown>>,
  folder: string,
): WeightNames | undefined {
  const { weight_names: found } = fields;
  if (found === undefined || found === null) return undefined;
  const file = `${folder}: config.json`;
  if (typeof found !== 'object' || Array.isArray(found))
    throw invalid(
      file,
      `weight_names is ${printable(JSON.stringify(found))}, expected an object with a name of the engine's for each name of the file`,
    );
  for (const [from, to] of Object.entries(found))
    if (typeof to !== 'string')
      throw invalid(
        file,
        `weight_names gives '${printable(from)}' ${printable(JSON.stringify(to))}, expected a name`,
      );
  return found as WeightNames;
}

export interface NamesOfFile {
  readonly table: WeightNames;
  /** What the author calls it, for messages. */
  readonly calledBy: 'names' | 'weight_names';
  /** What stands behind a weight's name in that of its scales. */
  readonly scale: string;
}

/**
 * The file as it would be with the names of the table. Names that the table has not stay as they are, but for wrappers: these go
 * from all names, since the table may give a name without one to a tensor beside others that have one.
 */
export async function renamed(
  file: IncomingFile,
  { table, calledBy, scale }: NamesOfFile,
): Promise<IncomingFile> {
  const rename = renaming(table, { file: file.name, calledBy, scale });
  const chunks = file.chunks[Symbol.asyncIterator]();
  try {
    const beginning = await upToHeader(chunks);
    const header = headerOf(beginning);
    // No header that could be read: the loader says what is wrong with it.
    if (header === undefined) return { ...file, chunks: resumed([beginning], chunks) };
    const tensors = new TextEncoder().encode(rename(header.text));
    const length = new Uint8Array(kLengthBytes);
    new DataView(length.buffer).setBigUint64(0, BigInt(tensors.length), true);
    const data = beginning.subarray(header.end);
    return {
      ...file,
      total:
        file.total === undefined
          ? undefined
          : file.total + kLengthBytes + tensors.length - header.end,
      chunks: resumed([length, tensors, data], chunks),
    };
  } catch (error) {
    await chunks.return?.();
    throw error;
  }
}

/**
 * Renames the entries of a header's text, and leaves the rest of it to the loader: what stands twice in it still does.
 * Entries of the table that no tensor needs are mistakes.
 */
function renaming(
  names: WeightNames,
  { file, calledBy, scale }: { file: string; calledBy: string; scale: string },
): (header: string) => string {
  const table = new Map(Object.entries(names));
  for (const [from, to] of table)
    if (numbersIn(from) > 1 || numbersIn(from) !== numbersIn(to) || !isAlike(from, to))
      throw invalid(
        file,
        `${calledBy} gives '${printable(from)}' the name '${printable(to)}', expected two whole names, or two beginnings that end with a point, and one {} in both, for a layer's number, or in neither`,
      );

  return (header) => {
    const places = [...outermostNames(header)];
    const names = new Set(places.map(({ name }) => name));
    const unused = new Set(table.keys());
    const found = (key: string) => {
      const name = table.get(key);
      if (name !== undefined) unused.delete(key);
      return name;
    };
    const nameOf = (name: string): string => {
      if (name.length > kMaxNameLength) return name;
      // The scales of a weight have its name.
      const weight = name.endsWith(scale) ? name.slice(0, -scale.length) : name;
      if (weight !== name && names.has(weight)) return nameOf(weight) + scale;
      const within = withoutWrappers(name);
      const to = within.map(partOf).find((each) => each !== undefined) ?? name;
      return withoutWrappers(to).at(-1)!;
    };
    const partOf = (name: string): string | undefined => {
      for (const beginning of beginningsOf(name)) {
        const rest = name.slice(beginning.length);
        const whole = found(beginning);
        if (whole !== undefined) return whole + rest;
        for (const { 0: digits, index } of numbersOf(beginning)) {
          const to = found(
            beginning.slice(0, index) + kNumber + beginning.slice(index + digits.length),
          );
          if (to !== undefined) return to.replace(kNumber, digits) + rest;
        }
      }
      return undefined;
    };

    const before = new Map<string, string>();
    const after = new Map<string, string>();
    for (const name of names) {
      const to = name === '__metadata__' ? name : nameOf(name);
      const other = before.get(to);
      if (other !== undefined)
        throw invalid(
          file,
          `by ${calledBy} '${printable(other)}' and '${printable(name)}' are both '${printable(to)}'`,
        );
      before.set(to, name);
      after.set(name, to);
    }
    const [idle] = unused;
    if (idle !== undefined) {
      const first = [...names].find((name) => name !== '__metadata__') ?? '';
      throw invalid(
        file,
        `${calledBy} has '${printable(idle)}', which no tensor needs (the first is '${printable(first)}'; of two beginnings the longer one counts)`,
      );
    }
    return withNames(header, places, after);
  };
}

/** A name in a text of JSON, from its first quotation mark to behind the last one. */
interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The names of a valid JSON's outermost object, in its order, and as often as they stand there. */
function* outermostNames(json: string): Generator<Place> {
  const kSign = /["{}[\]]/g;
  const kBehindName = /\s*:/y;
  let depth = 0;
  for (let found = kSign.exec(json); found !== null; found = kSign.exec(json)) {
    const { 0: sign, index: start } = found;
    if (sign !== '"') {
      depth += sign === '{' || sign === '[' ? 1 : -1;
      continue;
    }
    let last = start + 1;
    while (json[last] !== '"') last += json[last] === '\\' ? 2 : 1;
    const end = last + 1;
    kSign.lastIndex = kBehindName.lastIndex = end;
    if (depth === 1 && kBehindName.test(json))
      yield { name: JSON.parse(json.slice(start, end)) as string, start, end };
  }
}

function withNames(
  json: string,
  places: readonly Place[],
  after: ReadonlyMap<string, string>,
): string {
  let [text, done] = ['', 0];
  for (const { name, start, end } of places) {
    text += json.slice(done, start) + JSON.stringify(after.get(name));
    done = end;
  }
  return text + json.slice(done);
}

/** The first bytes of a safetensors file: its header at least, or all where it ends before that, or where there is none. */
async function upToHeader(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let wanted = kLengthBytes;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (wanted === kLengthBytes && bytes >= wanted) {
      const beginning = joined(parts, bytes);
      parts.splice(0, parts.length, beginning);
      wanted += lengthIn(beginning);
    }
    if (bytes >= wanted || wanted > kMaxHeaderBytes) break;
  }
  return joined(parts, bytes);
}

const lengthIn = ({ buffer }: Uint8Array<ArrayBuffer>) =>
  Number(new DataView(buffer).getBigUint64(0, true));

/** The text of a header that is an object, and where it ends; undefined where there is none. */
function headerOf(
  beginning: Uint8Array<ArrayBuffer>,
): { readonly text: string; readonly end: number } | undefined {
  if (beginning.length < kLengthBytes) return undefined;
  const end = kLengthBytes + lengthIn(beginning);
  if (end > beginning.length || end > kMaxHeaderBytes) return undefined;
  try {
    // With a byte order mark, which no header has, it is no JSON.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(beginning.subarray(kLengthBytes, end));
    const header: unknown = JSON.parse(text);
    return typeof header === 'object' && header !== null && !Array.isArray(header)
      ? { text, end }
      : undefined;
  } catch {
    return undefined;
  }
}

/** What has been read of a file, and then the rest. */
async function* resumed(
  parts: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts.filter(({ length }) => length > 0);
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
