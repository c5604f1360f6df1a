// npm test [-- --only native,vitest]: runs every suite and ends with one line that sums them up.
import { parseArgs } from 'node:util';
import { Problem, main, wasStarted } from './lib/shell.mjs';
import { ensureAll } from './setup/all.mjs';
import { catch2Suite } from './test/catch2.mjs';
import { lintSuite } from './test/lint.mjs';
import { fuzzSuite } from './test/fuzz.mjs';
import { runSuites } from './test/pipeline.mjs';
import { playwrightSuite } from './test/playwright.mjs';
import { summary } from './test/results.mjs';
import {
  firefoxSuite,
  hostsSuite,
  packageSuite,
  sizeSuite,
  vitestSuite,
  webkitSuite,
} from './test/web.mjs';

// In the order in which they are built: the package and the page first, because the browsers take
// longest. The programs of the core run beside them; whichever of the two has ended takes what is of
// neither. What is measured by the clock comes alone.
const core = 'core';
const web = 'web';
const suites = {
  size: {
    what: 'the modules and the entries of the package on the wire',
    track: web,
    ...sizeSuite,
  },
  page: {
    what: 'the page in Chromium',
    track: web,
    ...playwrightSuite('page', { minutes: 75, secondTries: 5 }),
  },
  vitest: { what: 'the JavaScript side in Node', track: web, ...vitestSuite },
  package: {
    what: 'the packed npm package, installed elsewhere and bundled',
    track: 'any',
    ...packageSuite,
  },
  lint: {
    what: 'format, lint, the direction of includes, types',
    track: 'any',
    ...lintSuite,
  },
  firefox: { what: 'the page and every element in Firefox', track: 'any', ...firefoxSuite },
  native: {
    what: 'the core on this machine, its arithmetic with every instruction set',
    track: core,
    ...catch2Suite('native', { everyTable: true, minutes: 20 }),
  },
  wasm: {
    what: 'the core in WebAssembly',
    track: core,
    ...catch2Suite('wasm', { nodeFlags: [], minutes: 20 }),
  },
  relaxed: {
    what: 'the core’s arithmetic in WebAssembly with relaxed SIMD',
    track: core,
    ...catch2Suite('wasm', {
      name: 'glassformer_relaxed_tests',
      argumentsFile: 'relaxed_arguments.txt',
      nodeFlags: ['--experimental-wasm-relaxed-simd', '--no-liftoff'],
      minutes: 20,
    }),
  },
  sanitizers: {
    what: 'the core under address and undefined-behaviour sanitizers',
    track: core,
    ...catch2Suite('sanitizers', { programs: 'clang', minutes: 30 }),
  },
  fuzz: { what: 'what reads files, fed with nonsense', track: core, ...fuzzSuite },
  clock: {
    what: 'the page in Chromium, by the clock',
    alone: true,
    ...playwrightSuite('by the clock', { minutes: 20 }),
  },
  webkit: {
    what: 'the page and every element in WebKitGTK',
    onlyByName: true,
    alone: true,
    ...webkitSuite,
  },
  hosts: {
    what: 'the package in more frameworks',
    onlyByName: true,
    alone: true,
    ...hostsSuite,
  },
};

function chosenSuites(args) {
  let only;
  try {
    only = parseArgs({ args, options: { only: { type: 'string' } } }).values.only;
  } catch (error) {
    throw new Problem(
      `${error.message}; usage: npm test -- [--no-install] [--only ${Object.keys(suites).join(',')}]`,
    );
  }
  const everyday = Object.keys(suites).filter((name) => !suites[name].onlyByName);
  const names = only?.split(',') ?? everyday;
  const unknown = names.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined)
    throw new Problem(`unknown suite: ${unknown}; there are ${Object.keys(suites).join(', ')}`);
  return names;
}

/** Runs the suites named on the command line, or all; returns the exit status. */
export async function testAll(args) {
  const names = chosenSuites(args);
  await ensureAll();
  const total = await runSuites(names.map((name) => ({ name, ...suites[name] })));
  console.log(`\n${summary(total)} in ${total.seconds.toFixed(0)} s`);
  return total.failed > 0 ? 1 : 0;
}

if (wasStarted(import.meta.url)) await main(testAll);
