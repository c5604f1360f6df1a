/** Values that the caller gave, as messages show them. */
import { escaped, kMaxShown, shortened } from '../shared/printable.ts';

/** Stands in JSON's place for what JSON has no word for; no key of a keyboard makes these characters. */
const [begin, end] = ['\uE000', '\uE001'];
const words = new RegExp(`"${begin}([^"${end}]*)${end}"`, 'g');

/** A value is read only as far as the message shows it. */
function named(item: unknown): unknown {
  const word = wordOf(item);
  if (word !== undefined) return `${begin}${word}${end}`;
  if (typeof item === 'string') return item.slice(0, kMaxShown + 1);
  return Array.isArray(item) ? item.slice(0, kMaxShown + 1) : item;
}

function wordOf(item: unknown): string | undefined {
  if (typeof item === 'number' && !Number.isFinite(item)) return String(item);
  if (typeof item === 'bigint') return `${item}n`;
  if (typeof item === 'function') return 'a function';
  if (typeof item === 'symbol') return 'a symbol';
  if (typeof Blob === 'function' && item instanceof Blob) return `a ${item.constructor.name}`;
  return ArrayBuffer.isView(item) || item instanceof ArrayBuffer ? wordOfBytes(item) : undefined;
}

function wordOfBytes(bytes: ArrayBufferView | ArrayBuffer): string {
  const kind = Object.prototype.toString.call(bytes).slice(8, -1);
  if (!isAttached(bytes)) return `a detached ${kind}`;
  if (!ArrayBuffer.isView(bytes) || bytes instanceof DataView) return `a ${kind}`;
  const first = (bytes as Uint8Array).subarray(0, kMaxShown);
  return `${kind} [${Array.from(first, String).join(',')}]`;
}

/**
 * Whether these bytes can be read: not those of a buffer that was handed over to another thread, or that has shrunk so
 * that the view reaches beyond its end.
 */
export function isAttached(bytes: ArrayBufferView | ArrayBuffer): boolean {
  try {
    // Each throws where it cannot be read, and for what only looks like one. `detached` is not there in Node 20.
    if (!ArrayBuffer.isView(bytes)) ArrayBuffer.prototype.slice.call(bytes, 0, 0);
    else if (bytes instanceof DataView) Reflect.get(DataView.prototype, 'byteLength', bytes);
    else Uint8Array.prototype.values.call(bytes);
    return true;
  } catch {
    return false;
  }
}

export function shown(value: unknown): string {
  try {
    const json = JSON.stringify(value, (_, item: unknown) => named(item)) ?? String(value);
    return shortened(escaped(json.replace(words, '$1')));
  } catch {
    return 'an object';
  }
}
