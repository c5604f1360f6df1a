// npm test [-- --only native,vitest]: runs every suite and ends with one line that sums them up.
import { parseArgs } from 'node:util';
import { Problem, main, wasStarted } from './lib/shell.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';
import { catch2Suite } from './test/catch2.mjs';
import { fuzzSuite } from './test/fuzz.mjs';
import { firefoxSuite, packageSuite, pageSuite, sizeSuite, vitestSuite } from './test/web.mjs';

const suites = {
  native: { what: 'the core on this machine', run: catch2Suite('native') },
  sanitizers: {
    what: 'the core under address and undefined-behaviour sanitizers',
    run: catch2Suite('native-asan'),
  },
  fuzz: { what: 'what reads files, fed with nonsense', run: fuzzSuite },
  wasm: { what: 'the core in WebAssembly', run: catch2Suite('wasm', []) },
  relaxed: {
    what: 'the core in WebAssembly with relaxed SIMD',
    run: catch2Suite('wasm-relaxed', ['--experimental-wasm-relaxed-simd']),
  },
  size: { what: 'the modules on the wire', run: sizeSuite },
  vitest: { what: 'the JavaScript side in Node', run: vitestSuite },
  package: { what: 'the packed npm package, installed elsewhere', run: packageSuite },
  page: { what: 'the page in Chromium', run: pageSuite },
  firefox: { what: 'the page and every element in Firefox', run: firefoxSuite },
};

function chosenSuites(args) {
  let only;
  try {
    only = parseArgs({ args, options: { only: { type: 'string' } } }).values.only;
  } catch (error) {
    throw new Problem(
      `${error.message}; usage: npm test -- [--only ${Object.keys(suites).join(',')}]`,
    );
  }
  const names = only?.split(',') ?? Object.keys(suites);
  const unknown = names.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined)
    throw new Problem(`unknown suite: ${unknown}; there are ${Object.keys(suites).join(', ')}`);
  return names;
}

/** Runs one suite. One that cannot be built or that finds no tests has failed. */
async function runSuite(name) {
  const { what, run } = suites[name];
  console.log(`\n${name}: ${what}`);
  const start = Date.now();
  let result;
  try {
    result = await run();
  } catch (error) {
    const text = error instanceof Problem ? error.message : error.stack;
    result = { passed: 0, failed: 1, skipped: 0, output: `${text}\n` };
  }
  if (result.passed + result.failed + result.skipped === 0) {
    result = { ...result, failed: 1, output: `${result.output}no tests were found\n` };
  }
  if (result.failed > 0) process.stdout.write(result.output);
  else for (const line of skips(result)) console.log(`  ${line}`);
  console.log(`  ${summary(result)} (${((Date.now() - start) / 1000).toFixed(0)} s)`);
  return result;
}

// What was skipped should say why, even when all is well.
function skips({ skipped, output }) {
  return skipped > 0 ? output.split('\n').filter((line) => /\bskipped: /.test(line)) : [];
}

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Runs the suites named on the command line, or all; returns the exit status. */
export async function testAll(args) {
  const names = chosenSuites(args);
  await ensureNodeModules();
  await ensureToolchain();
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const name of names) {
    const result = await runSuite(name);
    for (const key of Object.keys(total)) total[key] += result[key];
  }
  console.log(`\n${summary(total)}`);
  return total.failed > 0 ? 1 : 0;
}

if (wasStarted(import.meta.url)) await main(testAll);
