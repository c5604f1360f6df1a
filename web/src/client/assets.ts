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
  'glassformer.wasm': () => new URL('./glassformer.wasm', import.meta.url),
  'glassformer-relaxed.wasm': () => new URL('./glassformer-relaxed.wasm', import.meta.url),
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
  'models/tang/config.json': () => new URL('./models/tang/config.json', import.meta.url),
  'models/tang/golden.json': () => new URL('./models/tang/golden.json', import.meta.url),
  'models/tang/model.safetensors': () =>
    new URL('./models/tang/model.safetensors', import.meta.url),
  'models/tang/vocab.json': () => new URL('./models/tang/vocab.json', import.meta.url),
};

type Asset = keyof typeof besideThisModule;

const paths = Object.keys(besideThisModule) as Asset[];
const shippedFile = /^models\/([^/]+)\/(.+)$/;

/** The names of the shipped models. */
export const shippedModels: readonly string[] = [
  ...new Set(paths.flatMap((path) => shippedFile.exec(path)?.[1] ?? [])),
];

/** The script that runs while this module is evaluated, in a bundle that is a classic script. */
const script = page?.currentScript;

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

export interface Assets {
  readonly worker: URL;
  readonly modules: Modules;
  /** A shipped model: the address of each of its files, and what to say where one is not there. */
  model(name: string): ShippedModel;
}

export async function locateAssets(): Promise<Assets> {
  const folder = chosenFolder ?? (await (viteFolder ??= folderInVite()));
  const at = (path: Asset) => (folder === undefined ? locate(path) : new URL(path, folder));
  return {
    worker: at('worker.js'),
    modules: {
      inference: {
        simd128: at('glassformer.wasm').href,
        relaxed: at('glassformer-relaxed.wasm').href,
      },
      training: {
        simd128: at('glassformer-training.wasm').href,
        relaxed: at('glassformer-training-relaxed.wasm').href,
      },
    },
    model(name) {
      const files: Record<string, string> = {};
      for (const path of paths) {
        const [, model, file] = shippedFile.exec(path) ?? [];
        if (model === name && file !== undefined) files[file] = at(path).href;
      }
      return { name, files };
    },
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
