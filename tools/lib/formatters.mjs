// The two formatters and the files each is for.
import { join } from 'node:path';
import { root, run } from './shell.mjs';
import { filesUnder } from './stamp.mjs';

const prettierFiles = '**/*.{ts,mjs,js,css,html}';

/** Formats everything, or, with `check`, only says what isn't; without C++ where `cpp` is false. Returns how many tools complained. */
export async function format({ check, cpp = true }) {
  const sources = ['core', 'article', 'wasm', 'tests']
    .flatMap(filesUnder)
    .filter((file) => /\.[ch]pp$/.test(file));
  const prettier = join(root, 'node_modules/.bin/prettier');
  const jobs = [
    [prettier, [check ? '--check' : '--write', '--log-level', 'warn', prettierFiles]],
    ...(cpp
      ? [['clang-format', [...(check ? ['--dry-run', '--Werror'] : ['-i']), ...sources]]]
      : []),
  ];
  let failed = 0;
  for (const [command, args] of jobs) {
    const { status } = await run(command, args, { check: false });
    if (status !== 0) failed++;
  }
  return failed;
}
