/** What stands in a tag until its figure is alive: a picture, and a sentence about it. */
import { kPictureMark } from '../../src/elements/one-file/pictures.ts';
import { escape } from '../../src/shared/escape.ts';

/** The end of a sentence, also within quotes; in Chinese type, and in any. */
const kChineseEnd = /[。！？…][”’」』）]*$/u;
const kEnd = /[.!?…。！？]["'”’」』)）]*$/u;

/** What a figure tells of itself, part by part, as sentences. */
export function sentenceOf(parts, lang) {
  if (!/^zh\b/i.test(lang))
    return parts.map((part) => (kEnd.test(part) ? part : `${part}.`)).join(' ');
  const ended = (part) => (kEnd.test(part) ? `${part} ` : `${part}。`);
  return parts
    .map((part) => (kChineseEnd.test(part) ? part : ended(part)))
    .join('')
    .trimEnd();
}

/**
 * A phrase, since a block would end the paragraph that a tag may stand in; what follows stands on a line of its own. No
 * style and no script, which a policy may forbid; what a sanitizer leaves of it is an image with its sentences. What is
 * seen below it is its title alone, and is not read aloud, since the image says it.
 *
 * @param images by scheme, that of the img first: `{ address, width, height }`
 * @param told what the figure tells of itself: its title, then its text, model and head
 */
export function pictureMarkup(images, told, lang) {
  const [{ address, width, height }, dark] = images;
  const [title] = told;
  const image = `<img src="${address}" alt="${escape(sentenceOf(told, lang))}" width="${width}" height="${height}" loading="lazy">`;
  const picture =
    dark === undefined
      ? image
      : `<picture><source media="(prefers-color-scheme: dark)" srcset="${dark.address}">${image}</picture>`;
  return `<span ${kPictureMark}>${picture}<br><small aria-hidden="true">${escape(sentenceOf([title], lang))}</small><br></span>`;
}
