/**
 * Where the files are that are fetched at run time: the engine's worker, its WebAssembly modules, the shipped models.
 * They lie beside this module. A bundler moves the module: it puts the files into what it makes where it sees
 * `new URL('…', import.meta.url)` in exactly this form, and gives their new addresses. One that does not look for it
 * leaves the form as it is, and then `npx glassformer assets` copies the files beside the bundle.
 */
import { GlassformerError } from '../shared/error.ts';
import type { Modules, ShippedModel } from '../shared/engine.ts';
import { folderAt } from '../shared/files.ts';
import { page } from './page.ts';
import { shown } from './shown.ts';

/** Each file by its path in the package. Functions: in a bundle that is no module there is no `import.meta.url`. */
const besideThisModule = {
  'worker.js': () => new URL('./worker.js', import.meta.url),
  'one-file.js': () => new URL('./one-file.js', import.meta.url),
  'glassformer.wasm': () => new URL('./glassformer.wasm', import.meta.url),
  'glassformer-relaxed.wasm': () => new URL('./glassformer-relaxed.wasm', import.meta.url),
  'glassformer-threads.wasm': () => new URL('./glassformer-threads.wasm', import.meta.url),
  'glassformer-training.wasm': () => new URL('./glassformer-training.wasm', import.meta.url),
  'glassformer-training-relaxed.wasm': () =>
    new URL('./glassformer-training-relaxed.wasm', import.meta.url),
  'models/aab/config.json': () => new URL('./models/aab/config.json', import.meta.url),
  'models/aab/golden.json': () => new URL('./models/aab/golden.json', import.meta.url),
  'models/aab/model.safetensors': () => new URL('./models/aab/model.safetensors', import.meta.url),
  'models/aab/vocab.json': () => new URL('./models/aab/vocab.json', import.meta.url),
  'models/en-zh/config.json': () => new URL('./models/en-zh/config.json', import.meta.url),
  'models/en-zh/golden.json': () => new URL('./models/en-zh/golden.json', import.meta.url),
  'models/en-zh/model.safetensors': () =>
    new URL('./models/en-zh/model.safetensors', import.meta.url),
  'models/en-zh/source_tokenizer.json': () =>
    new URL('./models/en-zh/source_tokenizer.json', import.meta.url),
  'models/en-zh/vocab.json': () => new URL('./models/en-zh/vocab.json', import.meta.url),
  'models/stories/config.json': () => new URL('./models/stories/config.json', import.meta.url),
  'models/stories/golden.json': () => new URL('./models/stories/golden.json', import.meta.url),
  'models/stories/model.safetensors': () =>
    new URL('./models/stories/model.safetensors', import.meta.url),
  'models/stories/tokenizer.json': () =>
    new URL('./models/stories/tokenizer.json', import.meta.url),
  'models/stories-large/config.json': () =>
    new URL('./models/stories-large/config.json', import.meta.url),
  'models/stories-large/golden.json': () =>
    new URL('./models/stories-large/golden.json', import.meta.url),
  'models/stories-large/model.safetensors': () =>
    new URL('./models/stories-large/model.safetensors', import.meta.url),
  'models/stories-large/tokenizer.json': () =>
    new URL('./models/stories-large/tokenizer.json', import.meta.url),
  'models/tang/config.json': () => new URL('./models/tang/config.json', import.meta.url),
  'models/tang/golden.json': () => new URL('./models/tang/golden.json', import.meta.url),
  'models/tang/model.safetensors': () =>
    new URL('./models/tang/model.safetensors', import.meta.url),
  'models/tang/vocab.json': () => new URL('./models/tang/vocab.json', import.meta.url),
  'models/zh/config.json': () => new URL('./models/zh/config.json', import.meta.url),
  'models/zh/golden.json': () => new URL('./models/zh/golden.json', import.meta.url),
  'models/zh/model.safetensors': () => new URL('./models/zh/model.safetensors', import.meta.url),
  'models/zh/vocab.json': () => new URL('./models/zh/vocab.json', import.meta.url),
  'models/zh-en/config.json': () => new URL('./models/zh-en/config.json', import.meta.url),
  'models/zh-en/golden.json': () => new URL('./models/zh-en/golden.json', import.meta.url),
  'models/zh-en/model.safetensors': () =>
    new URL('./models/zh-en/model.safetensors', import.meta.url),
  'models/zh-en/source_vocab.json': () =>
    new URL('./models/zh-en/source_vocab.json', import.meta.url),
  'models/zh-en/tokenizer.json': () => new URL('./models/zh-en/tokenizer.json', import.meta.url),
};

export type Asset = keyof typeof besideThisModule;

const paths = Object.keys(besideThisModule) as Asset[];
const shippedFile = /^models\/([^/]+)\/(.+)$/;

const modelsIn = (all: readonly string[]) => [
  ...new Set(all.flatMap((path) => shippedFile.exec(path)?.[1] ?? [])),
];

/** The script that runs while this module is evaluated, in a bundle that is a classic script. */
const script = page?.currentScript;

/** Files that stand in the page itself, by their paths in the package. */
export type AssetFiles = Readonly<Record<string, () => string>>;

let filesInPage: AssetFiles | undefined;
let chosenFolder: string | undefined;
let viteFolder: Promise<string | undefined> | undefined;

/**
 * Says where the package's files are (worker, WebAssembly modules, `models/`), as `npx glassformer assets` copies them:
 * the URL of a folder, relative to the page. Only needed where they are not found by themselves; to be called before
 * the first model is loaded.
 *
 * @throws GlassformerError `InvalidArgument`: not a URL.
 */
export function setAssetsUrl(folder: string | URL): void {
  try {
    chosenFolder = folderAt(folder, page?.baseURI).href;
  } catch {
    throw new GlassformerError(
      'InvalidArgument',
      `setAssetsUrl: not the URL of a folder: ${shown(folder)}`,
    );
  }
}

/**
 * The page holds the package's files itself, as `data:` addresses: nothing else is looked for. `models/` may hold models
 * that are not shipped.
 */
export function setAssetFiles(files: AssetFiles): void {
  filesInPage = files;
}

export interface Assets {
  readonly worker: URL;
  readonly modules: Modules;
  /** The names of the models that are there. */
  readonly models: readonly string[];
  /** One of them: the address of each of its files, and what to say where one is not there. */
  model(name: string): ShippedModel;
  /** The address of a file of the package. */
  at(path: Asset): URL;
}

export async function locateAssets(): Promise<Assets> {
  if (filesInPage !== undefined) return assetsInPage(filesInPage);
  const folder = chosenFolder ?? (await (viteFolder ??= folderInVite()));
  const at = (path: Asset) => (folder === undefined ? locate(path) : new URL(path, folder)).href;
  return assetsAt(paths, at, {
    inference: {
      simd128: at('glassformer.wasm'),
      relaxed: at('glassformer-relaxed.wasm'),
      threads: at('glassformer-threads.wasm'),
    },
    training: {
      simd128: at('glassformer-training.wasm'),
      relaxed: at('glassformer-training-relaxed.wasm'),
    },
  });
}

/** Addresses in a page that holds its files: it has the modules without relaxed SIMD; a file that it lacks gets an address that cannot be fetched. */
function assetsInPage(files: AssetFiles): Assets {
  const at = (path: string) => files[path]?.() ?? `file:///${path}`;
  return assetsAt(Object.keys(files), at, {
    inference: { simd128: at('glassformer.wasm') },
    training: { simd128: at('glassformer-training.wasm') },
  });
}

/** `at` gives a file's address: as text, because one that holds megabytes takes a while to be parsed. */
function assetsAt<Path extends string>(
  there: readonly Path[],
  at: (path: Path | Asset) => string,
  modules: Modules,
): Assets {
  return {
    worker: new URL(at('worker.js')),
    modules,
    models: modelsIn(there),
    model(name) {
      const files: Record<string, string> = {};
      for (const path of there) {
        const [, model, file] = shippedFile.exec(path) ?? [];
        if (model === name && file !== undefined) files[file] = at(path);
      }
      return { name, files };
    },
    at: (path) => new URL(at(path)),
  };
}

/** What a path alone is relative to: the page, or the script of a worker of yours. Undefined in Node. */
const base = () => page?.baseURI ?? (globalThis as { location?: { href: string } }).location?.href;

/** Next, with webpack or Turbopack, makes something of the form that is a URL by its prototype and holds a path only. */
const besideThis = (path: Asset) => new URL(besideThisModule[path]().href, base());

function locate(path: Asset): URL {
  try {
    const url = besideThis(path);
    const type = path.slice(path.lastIndexOf('.'));
    if (url.protocol === 'data:' || url.pathname.endsWith(type)) return url;
    // Parcel makes scripts of JSON files. The files themselves are looked for beside the others that it put somewhere.
    return new URL(path, besideThis('worker.js'));
  } catch {
    return new URL(path, script?.src || page?.baseURI);
  }
}

/**
 * Vite's dev server serves packages from a folder of its own (node_modules/.vite/deps/), where it does not take the
 * files beside them. Asked for one of them by the package's name, it tells where that is.
 */
async function folderInVite(): Promise<string | undefined> {
  const here = import.meta.url as string | undefined;
  const [, root] =
    /^(https?:.*?\/)(?:@fs\/.*)?node_modules\/.+\/deps\/[^/]+$/.exec(here ?? '') ?? [];
  if (root === undefined) return undefined;
  try {
    const answer = await fetch(`${root}@id/glassformer/glassformer.wasm?import&url`);
    const [, path] = /export default "([^"?]+)/.exec(await answer.text()) ?? [];
    return path === undefined ? undefined : new URL('./', new URL(path, root)).href;
  } catch {
    return undefined; // the file that is missed will be named
  }
}
