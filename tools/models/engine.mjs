// Opening a model's folder with the built package, as any user of it would.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, root } from '../lib/shell.mjs';

/**
 * Runs `body(model)` and closes the model whatever happens. What the engine refuses is a Problem. `options`:
 * loadModel's.
 */
export async function withModel(folder, body, options = {}) {
  const built = join(root, 'dist/index.js');
  if (!existsSync(built)) throw new Problem('the package is not built yet: npm run build');
  if (!existsSync(join(folder, 'config.json')))
    throw new Problem(`${folder} is no model's folder: it has no config.json`);
  const { loadModel, GlassformerError } = await import(pathToFileURL(built));
  let model;
  try {
    model = await loadModel(new URL(`${pathToFileURL(resolve(folder))}/`), options);
    return await body(model);
  } catch (error) {
    throw error instanceof GlassformerError ? new Problem(error.message) : error;
  } finally {
    await model?.close();
  }
}
