// Everything that building and testing need.
import { checkNode, ensureNodeModules } from './node_modules.mjs';
import { ensureToolchain } from './toolchain.mjs';

/** Side by side: npm and apt each take one processor, and neither needs what the other fetches. */
export async function ensureAll() {
  checkNode(); // before anything is fetched
  await Promise.all([ensureNodeModules(), ensureToolchain()]);
}
