/** Picks the WebAssembly module that this machine can run and makes an instance of it. */
import { relaxedSimd, simd } from 'wasm-feature-detect';
// The two modules differ in their instructions only: one JavaScript half serves both (the build compares them).
import create, { type MainModule } from '../../../build/wasm/glassformer.js';
import type { ModuleUrls } from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import { missingAsset } from '../shared/missing-asset.ts';
import { openFile, readBytes } from './files.ts';

export interface Instance {
  readonly wasm: MainModule;
  readonly simd: 'simd128' | 'relaxed';
}

export async function loadInstance(modules: ModuleUrls): Promise<Instance> {
  if (typeof WebAssembly !== 'object' || !(await simd())) {
    throw new GlassformerError(
      'Unsupported',
      'Glassformer needs WebAssembly SIMD, which is not available here; Chrome 91, Firefox 89, Safari 16.4 and Node 20 have it',
      { details: { kind: 'noSimd' } },
    );
  }
  const kind = (await relaxedSimd()) ? 'relaxed' : 'simd128';
  const module = await compile(new URL(modules[kind]));
  return new Promise((resolve, reject) => {
    const options = {
      instantiateWasm(
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance) => void,
      ) {
        WebAssembly.instantiate(module, imports).then(receive, reject);
        return {};
      },
      printErr() {}, // what it says on its way down says nothing to a reader
    };
    create(options).then((wasm) => resolve({ wasm, simd: kind }), reject);
  });
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol.startsWith('http')) {
    try {
      return await WebAssembly.compileStreaming(fetch(url));
    } catch {
      // The host sends another content type. Any other error occurs again below, where it is reported.
    }
  }
  const file = await openFile(url);
  if (!file) throw missingAsset(url);
  try {
    return await WebAssembly.compile(await readBytes(file));
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new GlassformerError(
      'Unsupported',
      `the engine could not be compiled: ${error.message}`,
      { cause: error, details: { kind: 'notCompiled' } },
    );
  }
}
