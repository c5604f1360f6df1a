import { reasonOf } from '../../shared/printable.ts';

type Say = (...values: readonly unknown[]) => unknown;

/**
 * An author's table whose functions can fail: what one cannot say is said as `spare` has it, and the console tells once
 * which word that is. `spare` has the same keys.
 */
export function guarded<T extends object>(table: T, spare: T, tag: string, path = ''): T {
  const words = Object.entries(table).map(([key, word]: [string, unknown]) => {
    const other = (spare as Readonly<Record<string, unknown>>)[key];
    const name = path + key;
    if (typeof word === 'function' && typeof other === 'function')
      return [key, guardedWord(word as Say, other as Say, tag, name)];
    const isBranch = typeof other === 'object' && other !== null && !Array.isArray(other);
    return [key, isBranch ? guarded(word as object, other, tag, `${name}.`) : word];
  });
  return Object.fromEntries(words) as T;
}

function guardedWord(word: Say, spare: Say, tag: string, name: string): Say {
  let isTold = false;
  const tell = (why: string) => {
    if (!isTold) console.warn(`the words for "${tag}": ${name} ${why}; it is said in English`);
    isTold = true;
  };
  return (...values) => {
    try {
      const said = word(...values);
      if (typeof said === 'string') return said;
      tell(`gave ${said === null ? 'null' : `a ${typeof said}`}, expected a string`);
    } catch (error) {
      tell(`threw: ${reasonOf(error)}`);
    }
    return spare(...values);
  };
}
