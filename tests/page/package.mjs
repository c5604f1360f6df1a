/** What an author of a post has: dist/ beside a blank page, with a policy that allows nothing but its own origin. */
import { join } from 'node:path';
import { root } from '../../tools/lib/shell.mjs';

export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:";

/** The folders of a server that has all that under package/. */
export function packageFolders(prefix) {
  const strict = {
    prefix: `${prefix}package/`,
    headers: { 'Content-Security-Policy': policy },
  };
  return [
    { folder: join(root, 'dist'), ...strict },
    { folder: join(import.meta.dirname, 'blank'), ...strict },
  ];
}
