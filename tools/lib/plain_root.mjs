// The project's folder under a path that Vite can read: it takes '#' and '?' for the beginning of a fragment or a query.
// Where the path has one of them, it is that of a symbolic link, which goes when this process ends.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem, root } from './shell.mjs';

const unreadable = /[#?]/;

function linkTo(folder) {
  const [sign] = unreadable.exec(tmpdir()) ?? [];
  if (sign !== undefined)
    throw new Problem(
      `the path ${folder} and that of the folder for temporary files, ${tmpdir()}, have a '${sign}', after which Vite reads no further: set TMPDIR to another folder.`,
    );
  const place = mkdtempSync(join(tmpdir(), 'glassformer-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const link = join(place, 'project');
  symlinkSync(folder, link, 'dir');
  return link;
}

let link;

/** `root`, or a link to it, made at the first call. Vite has to keep to links: resolve.preserveSymlinks. */
export function plainRoot() {
  return unreadable.test(root) ? (link ??= linkTo(root)) : root;
}
