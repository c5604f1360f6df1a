/** The text of a config.json that the caller gave as an object. */
import { GlassformerError } from '../shared/error.ts';
import { isOwnError } from '../shared/own-error.ts';
import { kMaxConfigBytes } from '../shared/files.ts';
import { printable, reasonOf } from '../shared/printable.ts';

/** As many levels as the engine reads in a file. */
const kDeepest = 64;

/**
 * Only this text is sent, so whatever has no JSON is refused, by its name: JSON.stringify drops functions and writes NaN
 * as null, and the config would say something else.
 *
 * @throws GlassformerError `InvalidArgument`
 */
export function toConfigText(where: string, config: object): string {
  const refuse = (found: string) =>
    new GlassformerError('InvalidArgument', `${where} must be what JSON can hold, found ${found}`);
  const depths = new Map<unknown, number>();
  let length = 0;

  function checked(this: unknown, key: string, value: unknown): unknown {
    const at = key === '' ? '' : ` in ${printable(key)}`;
    const kind = kindWithoutJson(value);
    if (kind) throw refuse(`${kind}${at}`);
    length += key.length + (typeof value === 'string' ? value.length : 1);
    if (length > kMaxConfigBytes)
      throw refuse(`more than the ${kMaxConfigBytes} bytes that a config.json may have`);
    if (typeof value !== 'object' || value === null) return value;
    const depth = (depths.get(this) ?? 0) + 1;
    if (depth > kDeepest) throw refuse(`more than ${kDeepest} levels${at}`);
    depths.set(value, depth);
    return value;
  }

  try {
    const text = JSON.stringify(config, checked) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    if (isOwnError(error)) throw error;
    throw refuse(`what cannot be read: ${reasonOf(error)}`);
  }
  throw refuse('nothing');
}

function kindWithoutJson(value: unknown): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `a ${typeof value}`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return kind === 'Object' ? undefined : `a value of the kind ${printable(kind)}`;
}
