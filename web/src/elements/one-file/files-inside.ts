/** The files that the page holds are the package's. Imported before the elements, which look for them. */
import { setAssetFiles } from '../../client/assets.ts';
import { toBase64 } from '../../shared/base64.ts';

const inline = (base64: string) => `data:application/octet-stream;base64,${base64}`;

const { currentScript } = document;
const files: Record<string, () => string> = {
  // For saving the page once more.
  'one-file.js': () => inline(toBase64(new TextEncoder().encode(currentScript?.textContent ?? ''))),
};
for (const { dataset, textContent } of document.querySelectorAll('script')) {
  const { path } = dataset;
  if (path !== undefined) files[path] = () => inline(textContent ?? '');
}
setAssetFiles(files);
