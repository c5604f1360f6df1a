// What a look at the sources tells, without running them: format, lint, the direction of includes, the types of the tests.
import { format } from '../lib/formatters.mjs';
import { checkIncludes } from '../lib/includes.mjs';
import { run } from '../lib/shell.mjs';
import { optionalPrograms } from './optional-programs.mjs';
import { tool } from './tool.mjs';
import { buildForNode } from './web.mjs';

async function program(name, ...args) {
  const { status, output } = await run(tool(name), args, {
    quiet: true,
    check: false,
    minutes: 10,
  });
  return { failed: status === 0 ? 0 : 1, output: status === 0 ? '' : output };
}

const told = async (what, check) => {
  const failed = await check();
  return { failed: failed > 0 ? 1 : 0, output: failed > 0 ? `${what}: see above\n` : '' };
};

const clangFormat = optionalPrograms('format');

export const lintSuite = {
  // The types of the tests are those of the built package.
  async build() {
    await buildForNode();
    await clangFormat.install();
  },
  async run() {
    const checks = [
      () =>
        told('format (npm run format)', () =>
          format({ check: true, cpp: clangFormat.missing === null }),
        ),
      () => told('includes of core/', checkIncludes),
      () => program('eslint', '--max-warnings=0', '.'),
      () => program('tsc', '-b'),
    ];
    const results = [];
    for (const check of checks) results.push(await check());
    const failed = results.filter((each) => each.failed > 0).length;
    const skipped = clangFormat.missing === null ? 0 : 1;
    return {
      passed: results.length - failed,
      failed,
      skipped,
      output:
        results.map(({ output }) => output).join('') +
        (skipped > 0 ? `skipped: the format of C++: ${clangFormat.missing}\n` : ''),
    };
  },
};
