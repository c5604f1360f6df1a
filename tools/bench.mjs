// npm run bench [-- --target native|wasm|wasm-relaxed] [arguments of the benchmark program]
import { join } from 'node:path';
import { buildPreset } from './build/cmake.mjs';
import { Problem, main, run } from './lib/shell.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';
import { ensureToolchain } from './setup/toolchain.mjs';

const targets = {
  native: { preset: 'bench' },
  wasm: { preset: 'wasm', node: [] },
  'wasm-relaxed': { preset: 'wasm-relaxed', node: ['--experimental-wasm-relaxed-simd'] },
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

await main(async (args) => {
  const { preset, node, rest } = chooseTarget(args);
  await ensureNodeModules();
  await ensureToolchain();
  const folder = await buildPreset(preset, {
    targets: ['glassformer_bench'],
    options: ['-DGLASSFORMER_BENCH=ON'],
  });
  const program = join(folder, 'tests/glassformer_bench');
  const [command, before] = node ? [process.execPath, [...node, `${program}.cjs`]] : [program, []];
  const { status } = await run(command, [...before, ...rest], { check: false });
  return status;
});
