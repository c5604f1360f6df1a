// clang-tidy over the C++ sources, each with the options that it is compiled with (.clang-tidy lists the checks).
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { inParallel } from './parallel.mjs';
import { root, run } from './shell.mjs';

const preset = 'clang-tidy';
const program = 'clang-tidy-19';

/** Prints what the checks find; returns in how many files. */
export async function clangTidy() {
  await run('cmake', ['--preset', preset], { quiet: true });
  const folder = join(root, 'build', preset);
  const database = JSON.parse(readFileSync(join(folder, 'compile_commands.json'), 'utf8'));
  const files = database
    .map(({ file }) => relative(root, file))
    .filter((file) => ['core', 'article', 'tools'].includes(file.split(sep)[0]));
  const args = ['-p', folder, '--quiet', '--warnings-as-errors=*'];
  const failed = await inParallel(
    files.map((file) => async () => {
      const { status, output } = await run(program, [...args, join(root, file)], {
        quiet: true,
        check: false,
      });
      if (status !== 0) console.error(output.trimEnd());
      return status !== 0;
    }),
  );
  return failed.filter(Boolean).length;
}
