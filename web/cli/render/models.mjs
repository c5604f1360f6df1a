/** The models that the tags of a post name: shipped ones, and folders of the site that the post stands in. */
import { statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { printable } from '../../src/shared/printable.ts';
import { isInside, realPlace } from '../folders.mjs';
import { checkPlace, modelFiles } from '../model-files.mjs';

/** A name has neither slash nor colon; anything else is an address. As `loadModel` tells them apart. */
const isName = (source) => /^[\w.-]*\w[\w.-]*$/.test(source);
const kNowhere = 'http://site.invalid';

/** The attribute by which a tag names its model. */
export const modelAttribute = (tag) => (tag === 'glass-model' ? 'src' : 'model');

/**
 * The folder that an address means in a post of `folder`, which is `base` or a folder in it: where addresses that begin with
 * a slash begin. Null for a shipped model's name.
 *
 * @throws an Error whose message says what is wrong, to stand behind the tag.
 */
export function modelFolder(source, { folder, base }) {
  if (isName(source)) return null;
  const path = relative(base, folder).split(sep).map(encodeURIComponent).join('/');
  const shown = printable(source);
  let url;
  try {
    url = new URL(source, `${kNowhere}/${path === '' ? '' : `${path}/`}`);
  } catch {
    throw new Error(`the model is ${shown}, expected a shipped one's name or a folder's address`);
  }
  if (url.origin !== kNowhere)
    throw new Error(
      `the model is ${shown}, and no other origin is asked; expected a shipped one's name or a folder of the site`,
    );
  const found = join(base, withoutEscapes(url.pathname));
  const config = join(found, 'config.json');
  if (!isInside(base, found) || found.includes('\0') || !isFile(config)) {
    // An address ends at the site's root, however many steps lead up; its author means what lies above.
    const path = withoutEscapes(source.trim().split(/[?#]/, 1)[0]);
    const meant = join(path.startsWith('/') ? base : folder, path);
    throw new Error(
      isInside(base, meant)
        ? `the model is ${shown}, and there is no ${printable(config, 200)} (--base names the folder of the site)`
        : `the model is ${shown}, which lies outside ${printable(base, 200)}, expected a folder of the site (--base names it)`,
    );
  }
  // A link of a cloned site would choose what is read.
  const real = realPlace(found);
  if (!isInside(realPlace(base), real))
    throw new Error(
      `the model is ${shown}, which is a link to ${real}, expected a folder of the site (--base names it)`,
    );
  for (const name of modelFiles) checkPlace(found, name);
  return found;
}

/** What the last part of its address is to a figure: the model's name. */
export const nameOfFolder = (folder) => basename(folder) || 'model';

function withoutEscapes(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
