/** Picks the WebAssembly module that this machine can run and makes an instance of it. */
import { relaxedSimd, simd } from 'wasm-feature-detect';
import type { MainModule } from '../../../build/wasm/glassformer.js';
// One JavaScript half serves all modules (the build compares them).
import create, {
  type MainModule as TrainingModule,
} from '../../../build/wasm/glassformer-training.js';
import { plain, threads, type ShortNames } from '../../../build/wasm/names.js';
import type { ModuleUrls, Modules } from '../shared/engine.ts';
import { GlassformerError } from '../shared/error.ts';
import { missingAsset } from '../shared/missing-asset.ts';
import { guarded } from './crash.ts';
import { openFile, readBytes } from '../shared/incoming-files.ts';
import { isRelaxedDotRight } from './relaxed-dot.ts';
import { sharedMemory, startThreads, type ThreadedModule } from './threads.ts';

export interface Instance<Module = MainModule> {
  readonly wasm: Module;
  readonly simd: 'simd128' | 'relaxed';
}

/** An instance that is made when it is first asked for. */
class LazyInstance<Module extends MainModule = MainModule> {
  /** Once it has come, for what must not wait a turn. */
  ready: Instance<Module> | undefined;
  #coming: Promise<Instance<Module>> | undefined;
  readonly #load: () => Promise<Instance<Module>>;

  constructor(load: () => Promise<Instance<Module>>) {
    this.#load = load;
  }

  /** A load that failed (no network) is tried again with the next call. */
  async started(): Promise<Instance<Module>> {
    this.#coming ??= this.#load();
    try {
      return (this.ready = await this.#coming);
    } catch (error) {
      this.#coming = undefined;
      throw error;
    }
  }
}

/** What runs a model. */
export const inferenceInstance = ({ inference }: Modules, threadScript?: string): LazyInstance =>
  new LazyInstance(() => load(inference, namesBy(plain), threadScript));

/** What can train as well. */
export const trainingInstance = ({ training }: Modules): LazyInstance<TrainingModule> =>
  new LazyInstance(() => load(training, trainingNames));

/** How a module's imports and exports relate to those that the JavaScript half knows. */
interface Names {
  imports(known: WebAssembly.Imports): WebAssembly.Imports;
  exports(own: WebAssembly.Exports): WebAssembly.Exports;
}
const trainingNames: Names = { imports: (known) => known, exports: (own) => own };
/** The half is that of the training module. The linker shortened its names and those of another module on their own. */
const namesBy = (names: ShortNames): Names => ({
  imports: (known) =>
    mapEntries(known, (entries) =>
      Object.fromEntries(Object.entries(names.imports).map(([own, name]) => [own, entries[name]!])),
    ),
  exports: (own) =>
    Object.fromEntries(Object.entries(names.exports).map(([name, known]) => [known, own[name]!])),
});

const mapEntries = <T>(record: Readonly<Record<string, T>>, f: (value: T) => T) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value)]));

async function load(
  modules: ModuleUrls,
  names: Names,
  threadScript?: string,
): Promise<Instance<TrainingModule>> {
  if (typeof WebAssembly !== 'object' || !(await simd())) {
    throw new GlassformerError(
      'Unsupported',
      'Glassformer needs WebAssembly SIMD, which is not available here; Chrome 91, Firefox 89, Safari 16.4 and Node 20 have it',
      { details: { kind: 'noSimd' } },
    );
  }
  const { simd128, relaxed = '' } = modules;
  const isRelaxed = relaxed !== '' && (await relaxedSimd()) && isRelaxedDotRight();
  if (isRelaxed && modules.threads && threadScript && self.crossOriginIsolated) {
    const threaded = await loadThreaded(modules.threads, threadScript);
    if (threaded) return threaded;
  }
  const module = await compile(new URL(isRelaxed ? relaxed : simd128));
  const wasm = await instantiate(module, names);
  return { wasm, simd: isRelaxed ? 'relaxed' : 'simd128' };
}

/** Undefined where its memory cannot be had, or where it is not among the files: the others do the same alone. */
async function loadThreaded(
  url: string,
  script: string,
): Promise<Instance<TrainingModule> | undefined> {
  let module: WebAssembly.Module;
  let memory: WebAssembly.Memory;
  try {
    memory = sharedMemory();
    module = await compile(new URL(url));
  } catch {
    return undefined;
  }
  const names = namesBy(threads);
  const wasm = await instantiate(module, {
    imports: (known) =>
      mapEntries(names.imports(known), (entries) => ({
        ...entries,
        [threads.importedMemory]: memory,
      })),
    exports: (own) => ({ ...names.exports(own), [threads.exportedMemory]: memory }),
  });
  startThreads(script, wasm as unknown as ThreadedModule, module, memory);
  return { wasm, simd: 'relaxed' };
}

function instantiate(module: WebAssembly.Module, names: Names): Promise<TrainingModule> {
  return new Promise((resolve, reject) => {
    const options = {
      instantiateWasm(
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance) => void,
      ) {
        WebAssembly.instantiate(module, names.imports(imports)).then(
          ({ exports }) => receive({ exports: guarded(names.exports(exports)) }),
          reject,
        );
        return {};
      },
      printErr() {}, // what it says on its way down says nothing to a reader
    };
    create(options).then(resolve, reject);
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
