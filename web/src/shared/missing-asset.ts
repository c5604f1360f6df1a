import { GlassformerError } from './error.ts';

/** A file of the package (worker, WebAssembly module, shipped model) that is not where it should be. */
export function missingAsset(url: URL): GlassformerError {
  const folder = new URL('./', url).href.replace(/models\/[^/]*\/$/, '');
  return new GlassformerError(
    'Network',
    `there is no ${url.href}: "npx glassformer assets FOLDER" copies the package's files, FOLDER being what the server shows as ${folder}`,
    { details: { kind: 'assetAbsent', url: url.href, folder } },
  );
}
