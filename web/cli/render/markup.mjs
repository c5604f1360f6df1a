/** What stands in a tag until its figure is alive: a picture, and a sentence about it. */
import { kPictureMark } from '../../src/elements/one-file/pictures.ts';
import { escape } from '../../src/shared/escape.ts';
import { shortened } from '../../src/shared/printable.ts';

/** The end of a sentence, also within quotes; in Chinese type, and in any. */
const kChineseEnd = /[。！？…][”’」』）]*$/u;
const kEnd = /[.!?…。！？]["'”’」』)）]*$/u;

const isChinese = (lang) => /^zh\b/i.test(lang);

/** Characters of a text that a caption quotes. */
const kMaxQuoted = 80;

/** What a figure is called, with what its model has read: `Next token – “The cat sat” (stories)`. */
function captionOf({ title, text, model }, lang) {
  const [dash, open, close] = isChinese(lang) ? ['——', '（', '）'] : [' – ', ' (', ')'];
  const quoted = text === '' ? '' : `${dash}“${shortened(text.replace(/\s+/g, ' '), kMaxQuoted)}”`;
  return `${title}${quoted}${model === '' ? '' : open + model + close}`;
}

/** What a figure tells of itself, part by part, as sentences. */
export function sentenceOf(parts, lang) {
  if (!isChinese(lang)) return parts.map((part) => (kEnd.test(part) ? part : `${part}.`)).join(' ');
  const ended = (part) => (kEnd.test(part) ? `${part} ` : `${part}。`);
  return parts
    .map((part) => (kChineseEnd.test(part) ? part : ended(part)))
    .join('')
    .trimEnd();
}

/**
 * A phrase, since a block would end the paragraph that a tag may stand in; what follows stands on a line of its own. No
 * style and no script, which a policy may forbid; what a sanitizer leaves of it is an image with its sentences. What is
 * seen below it is its title alone, with its text and the name of its model, and is not read aloud, since the image says it.
 *
 * @param images by scheme, that of the img first: `{ address, width, height }`
 * @param told what the figure tells of itself: its `title`, the `text` and the `model` that this is of, and `lines` on both
 */
export function pictureMarkup(images, told, lang) {
  const [{ address, width, height }, dark] = images;
  const alt = sentenceOf([told.title, ...told.lines], lang);
  const image = `<img src="${address}" alt="${escape(alt)}" width="${width}" height="${height}" loading="lazy">`;
  const picture =
    dark === undefined
      ? image
      : `<picture><source media="(prefers-color-scheme: dark)" srcset="${dark.address}">${image}</picture>`;
  return `<span ${kPictureMark}>${picture}<br><small aria-hidden="true">${escape(sentenceOf([captionOf(told, lang)], lang))}</small><br></span>`;
}
