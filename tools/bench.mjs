// npm run bench [-- --target native|wasm|wasm-relaxed|chromium|chromium-relaxed] [arguments of the benchmark program]
// npm run bench -- page: how long the page keeps the main thread
// npm run bench -- peers [options]: this engine beside others (docs/performance.md)
// npm run bench -- torch [--rounds N]: whole models natively, beside PyTorch
import { join } from 'node:path';
import { buildPreset } from './build/cmake.mjs';
import { buildPackage } from './build/package.mjs';
import { buildPage } from './build/page.mjs';
import { buildWasm } from './build/wasm.mjs';
import { Problem, main, run } from './lib/shell.mjs';
import { ensureAll } from './setup/all.mjs';
import { ensurePrograms } from './setup/system.mjs';

const targets = {
  native: { preset: 'bench' },
  wasm: { preset: 'wasm', node: [] },
  'wasm-relaxed': {
    preset: 'wasm',
    suffix: '_relaxed',
    node: ['--experimental-wasm-relaxed-simd', '--no-liftoff'],
  },
  chromium: { preset: 'wasm', browser: true },
  'chromium-relaxed': { preset: 'wasm', suffix: '_relaxed', browser: true },
};

function chooseTarget(args) {
  const at = args.indexOf('--target');
  if (at < 0) return { ...targets.native, rest: args };
  const name = args[at + 1];
  if (!Object.hasOwn(targets, name ?? '')) {
    throw new Problem(`unknown target: ${name}; there are ${Object.keys(targets).join(', ')}`);
  }
  return { ...targets[name], rest: args.toSpliced(at, 2) };
}

/** The page's main thread, in Chromium. */
async function benchMainThread() {
  await ensureAll();
  await ensurePrograms('page');
  await buildWasm();
  await buildPackage();
  await buildPage();
  const { benchPage } = await import('./bench/page.mjs');
  return benchPage();
}

/** The package beside the engines that others have made. */
async function benchPeers(args) {
  // Wrong options are told before anything is built.
  const { readOptions } = await import('./bench/peers/options.mjs');
  const options = readOptions(args);
  await ensureAll();
  await ensurePrograms('page');
  await buildWasm();
  await buildPackage();
  const { comparePeers } = await import('./bench/peers/compare.mjs');
  return comparePeers(options);
}

/** The core on this machine beside PyTorch. */
async function benchTorch(args) {
  await ensureAll();
  const { compareWithTorch } = await import('./bench/torch.mjs');
  return compareWithTorch(args);
}

await main(async (args) => {
  if (args[0] === 'page') return benchMainThread();
  if (args[0] === 'peers') return benchPeers(args.slice(1));
  if (args[0] === 'torch') return benchTorch(args.slice(1));
  const { preset, suffix = '', node, browser, rest } = chooseTarget(args);
  await ensureAll();
  const folder = await buildPreset(preset, {
    targets: [`${browser ? 'glassformer_bench_browser' : 'glassformer_bench'}${suffix}`],
    options: ['-DGLASSFORMER_BENCH=ON'],
  });
  if (browser) {
    await ensurePrograms('page');
    // Not before node_modules is there.
    const { benchInChromium } = await import('./bench/chromium.mjs');
    return benchInChromium(join(folder, `tests/browser${suffix}`), rest);
  }
  const program = join(folder, `tests/glassformer_bench${suffix}`);
  const [command, before] = node ? [process.execPath, [...node, `${program}.cjs`]] : [program, []];
  const { status } = await run(command, [...before, ...rest], { check: false });
  return status;
});
