// How readers type: small letters, curly or missing apostrophes, no mark at the end, short forms
// written out. A translator learns some of its sources so as well; the translation stays as it is.
import { numbersFrom } from './split.mjs';

const shortForms = [
  ["I'm", 'I am'],
  ["don't", 'do not'],
  ["doesn't", 'does not'],
  ["didn't", 'did not'],
  ["isn't", 'is not'],
  ["aren't", 'are not'],
  ["wasn't", 'was not'],
  ["can't", 'cannot'],
  ["couldn't", 'could not'],
  ["won't", 'will not'],
  ["haven't", 'have not'],
  ["I've", 'I have'],
  ["I'll", 'I will'],
  ["you're", 'you are'],
  ["we're", 'we are'],
  ["they're", 'they are'],
  ["it's", 'it is'],
  ["that's", 'that is'],
  ["what's", 'what is'],
];
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const bothCases = shortForms.flatMap(([short, long]) => [
  [short, long],
  ...(capital(short) === short ? [] : [[capital(short), capital(long)]]),
]);
const replaced = (text, from, to) => text.replace(new RegExp(String.raw`\b${from}\b`, 'g'), to);
const writtenOut = (text) => bothCases.reduce((t, [short, long]) => replaced(t, short, long), text);
// "Yes, I am." has no short form.
const shortened = (text) =>
  bothCases.reduce(
    (t, [short, long]) => t.replace(new RegExp(String.raw`\b${long}\b(?= \w)`, 'g'), short),
    text,
  );

/** An English sentence as it might be typed; the same for the same sentence and `salt`. */
export function typedEnglish(sentence, salt = '') {
  const next = numbersFrom(`${salt} ${sentence}`);
  const [forms, letters, mark, apostrophe] = [next(), next(), next(), next()];
  let text = sentence;
  if (forms < 0.15) text = writtenOut(text);
  else if (forms < 0.3) text = shortened(text);
  if (letters < 0.4) text = text.toLowerCase();
  else if (letters < 0.6) text = text.charAt(0).toLowerCase() + text.slice(1);
  if (mark < 0.5) text = text.replace(/(?<=[^.?!])[.?!]$/, '');
  if (apostrophe < 0.4) text = text.replaceAll("'", '’');
  else if (apostrophe < 0.5) text = text.replaceAll("'", '');
  return text;
}

const halfWidth = { '。': '.', '，': ',', '？': '?', '！': '!', '：': ':', '；': ';' };

/** A Chinese sentence as it might be typed: half-width marks, or none at the end. */
export function typedChinese(sentence, salt = '') {
  const next = numbersFrom(`${salt} ${sentence}`);
  const [mark, width] = [next(), next()];
  let text = sentence;
  if (mark < 0.6) text = text.replace(/(?<=[^。？！])[。？！]$/, '');
  if (width < 0.4) text = text.replace(/[。，？！：；]/g, (full) => halfWidth[full]);
  return text;
}
