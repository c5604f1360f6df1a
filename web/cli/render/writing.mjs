/** Writes a post and its pictures: all of them, or nothing. */
import { existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { isInside, isThere, makeFolder, realPlace, writeWhole } from '../folders.mjs';
import { pictureMarkup } from './markup.mjs';
import { writePictures } from './post.mjs';

/** In a name; one hyphen would make one name of a-b/c and a/b-c. */
const kBetweenFolders = '--';

/**
 * The images first, then the HTML that shows them.
 *
 * @param html of the post, as it was read
 * @param pictures what was drawn, by the numbers of the post's figures
 * @param place `out` (the HTML), `images` (a folder), `format` and `schemes` of the images, the `width` of the post's column; `base`, the folder of the site
 * @returns whether anything has changed, and the bytes of the pictures
 */
export function writePost(html, figures, pictures, place) {
  const { out, images, format, schemes, width: most, base } = place;
  if (pictures.size > 0) for (const folder of [base, dirname(out)]) checkInside(folder, images);
  const files = new Map();
  const markups = new Map();
  for (const [number, { images: drawn, told }] of pictures) {
    const { tag, lang } = figures[number];
    const name = `${stemOf(out, images)}-${number + 1}-${tag.replace('glass-', '')}`;
    const shown = schemes.map((scheme, i) => {
      const { content, width, height } = drawn[scheme];
      const path = join(images, `${name}${i > 0 ? `-${scheme}` : ''}.${format}`);
      // A link of a cloned site would choose what is written over.
      if (isThere(path) && !lstatSync(path).isFile())
        throw new Error(`${path} is no file of its own, expected one that may be written`);
      files.set(path, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'));
      return { address: addressFrom(out, path), ...within(most, width, height) };
    });
    markups.set(number, pictureMarkup(shown, told, lang));
  }
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (files.size > 0) makeFolder(resolve(images));
  files.set(out, Buffer.from(writePictures(html, figures, markups)));
  return { hasChanged: writeAll(files), bytes };
}

/** A picture has a margin around its figure, and a table may need more room than the column has. */
function within(most, width, height) {
  const share = Math.min(1, most / width);
  return { width: Math.round(width * share), height: Math.round(height * share) };
}

/** What lies in a folder by its name must be in it: a link of a cloned site would choose where is written. */
function checkInside(folder, images) {
  const real = realPlace(images);
  if (isInside(resolve(folder), resolve(images)) && !isInside(realPlace(folder), real))
    throw new Error(`${images} is a link to ${real}, expected a folder in ${resolve(folder)}`);
}

/**
 * What the post is called in the names of its pictures: an index.html as its folder. Where the pictures' folder is not beside the
 * post, other posts of its name may have their pictures there: the folders that lead to it are named, too, from the nearest
 * one that is around both.
 */
function stemOf(out, images) {
  const folder = dirname(resolve(out));
  const stem = basename(out, extname(out));
  const way = relative(dirname(resolve(images)), folder)
    .split(sep)
    .filter((name) => name !== '' && name !== '..');
  if (stem !== 'index') return [...way, stem].join(kBetweenFolders);
  return way.length > 0 ? way.join(kBetweenFolders) : basename(folder) || stem;
}

function addressFrom(out, path) {
  const way = relative(resolve(dirname(out)), resolve(path));
  return way.split(sep).map(encodeURIComponent).join('/');
}

/** Where one cannot be written, all are as they were. */
function writeAll(files) {
  const before = new Map();
  try {
    for (const [path, content] of files) {
      const former = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
      if (former?.equals(content)) continue;
      writeWhole(path, content);
      before.set(path, former);
    }
  } catch (error) {
    for (const [path, former] of before)
      if (former === null) rmSync(path, { force: true });
      else writeWhole(path, former);
    throw error;
  }
  return before.size > 0;
}
