/** The reader’s line and the first view. */
import { html } from 'lit';

/** Parts of a line that are told one by one; of more than these only how many. */
const kMaxTold = 6;

function someOf(parts: readonly string[], between = ', '): string {
  const rest = parts.length - kMaxTold;
  return parts.slice(0, kMaxTold).join(between) + (rest > 0 ? ` and ${rest} more` : '');
}

export const sentence = {
  below: (text: string) => `Below: “${text}”`,
  label: 'Your sentence',
  placeholder: 'Type a sentence, in English or Chinese',
  try: 'Try',
  back: 'Back to your own:',
  early: 'Computed beforehand. ',
  /** Above a picture on paper. */
  beforehand: (text: string) => `Computed beforehand, for “${text}”`,
  stale: 'The figures still show the sentence before.',
  lost: (name: string) =>
    `The model “${name}” could not be fetched, so the figures are empty for now. Check the network and try again, or go back to the model before.`,
  former: (name: string) => `Back to “${name}”`,
  endsInBlank: 'The space at the end is not read yet: it belongs to the next word’s token.',
  lineBreak: 'line break',
  blank: 'space',
  wideBlank: 'wide space',
  /** Within quotation marks one of them could not be told apart. */
  quoted: (text: string) => (/[“”‘’"']/.test(text) ? `‹${text}›` : `“${text}”`),
  readAs: (from: readonly string[], to: readonly string[]) =>
    `${from.join(' ')} as ${to.join(' or ')}`,
  replaced: (pairs: readonly string[]) => `Read as this model writes: ${someOf(pairs, '; ')}. `,
  fullWidth: {
    letters: 'Full-width letters and digits are read as plain ones. ',
    marks: 'Full-width marks are read as plain ones. ',
    both: 'Full-width letters, digits and marks are read as plain ones. ',
  },
  removed: (parts: readonly string[]) => `Left out: ${someOf(parts)}. `,
  unknown: (characters: readonly string[]) =>
    `${someOf(characters)} ${characters.length === 1 ? 'is' : 'are'} not in this model’s list: it reads <unk> (unknown). `,
  inBytes: (characters: readonly string[]) =>
    `Not in this model’s list, so read byte by byte: ${someOf(characters)}. `,
  letters: {
    read: 'Latin letters are read one by one. ',
    translated: 'Latin letters are read one by one; most come out wrong. ',
  },
  foreign: {
    metre:
      'Not all verses have five characters or seven; this model has read no others and goes on in their manner.',
    words:
      'This model has read only Tang poems in verses of five and seven characters, and no text like this: it goes on as if this were one.',
  },
  problems: {
    empty: 'The line is empty. Type a word and the figures follow.',
    noWords:
      'There is no word in this line yet, only punctuation. Type a word and the figures follow.',
    brokenCharacter: (place: number) =>
      `Character ${place} is half of a character (perhaps of an emoji) and cannot be read. Take it away and the figures follow.`,
    engine: 'The engine could not read this line.',
  },
};

const kNextWord =
  'After all layers, the likeliest tokens. The space before a word belongs to its token: “␣Tom” and “Tom” are two different tokens.';

/** Without scripts the numbers are of the time when the page was built. */
const recomputed = (unit: string) =>
  html`<span data-page-only>
    It computes all this on your device with every ${unit} you type.</span
  >`;
const kLetter = recomputed('letter');
const kCharacter = recomputed('character');

export const first = {
  heads: 'Every head looks in its own way',
  headsText:
    'A head lets each token take something from itself and from those before it. Each row is a layer; its heads stand side by side.',
  pick: 'Pick one.',
  look: 'Who looks at whom',
  lookText: 'A row looks, a column is looked at. What comes later is hidden.',
  next: 'What may come next',
  nextText: {
    stories: kNextWord,
    'stories-large': kNextWord,
    zh: 'After all layers, the likeliest tokens, each a character or a mark.',
    tang: 'After all layers, the likeliest tokens.',
  },
  press: 'Press a bar and its token joins your line.',
  honest: {
    stories: html`All these numbers come from a small transformer (2 MB) that has read 20,000
    stories for children.${kLetter}`,
    'stories-large': html`All these numbers come from a transformer (4 MB) that has read 20,000
    stories for children.${kLetter}`,
    zh: html`All these numbers come from a transformer (4 MB) that has read 89,000 sentences and
    stories in modern Chinese.${kCharacter} It ends an everyday sentence well; stories fall apart.`,
    tang: html`All these numbers come from a transformer (4 MB) that has read 45,000 Tang poems, or
    stretches of them.${kCharacter} It has never seen modern Chinese.`,
  },
};

/** The models that can read the line. */
export const voices = {
  label: 'Read by',
  byLine: (voice: string) => `automatic: ${voice}`,
  names: {
    stories: 'stories (English, 2 MB)',
    'stories-large': 'larger, for stories (English, 4 MB)',
    zh: 'everyday Chinese (4 MB)',
    tang: 'Tang poems (Chinese, 4 MB)',
  },
};
