// As many things at once as there are processors.
import { availableParallelism } from 'node:os';

/** More than this only takes memory. */
const most = 8;
export const atOnce = Math.min(most, availableParallelism());

/** Calls the functions, `atOnce` of them at a time; their results in the functions' order. */
export async function inParallel(functions) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < functions.length) {
      const index = next++;
      results[index] = await functions[index]();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
