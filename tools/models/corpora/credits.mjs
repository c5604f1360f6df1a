// Who made the texts, in the words that their licences ask for: credits.md, which goes beside a model
// that learned from them.

const tatoeba = '[Tatoeba](https://tatoeba.org) and its contributors, CC-BY 2.0 FR';

const page = (name, lines) =>
  `# What ${name} learned from\n\n${lines.map((line) => `- ${line}\n`).join('')}`;

/** "CC-BY African Storybook 0201 (author; translator) via …" → its number and names. */
const storybook = /^CC-BY African Storybook (\d+) \((.*)\) via /;

function sourceOf(attribution) {
  if (attribution.includes('tatoeba.org')) return tatoeba;
  if (storybook.test(attribution)) return 'African Storybook, CC-BY';
  return attribution.replace(/ via [^)]*$/, '');
}

/** From the attributions of the pairs, one each. */
export const creditsOfPairs = (name, attributions) => page(name, linesOfPairs(attributions));

function linesOfPairs(attributions) {
  const counts = new Map();
  const books = new Map();
  for (const attribution of attributions.filter(Boolean)) {
    const source = sourceOf(attribution);
    counts.set(source, (counts.get(source) ?? 0) + 1);
    const book = storybook.exec(attribution);
    if (book) books.set(book[1], book[2]);
  }
  const list = [...books].sort().map(([number, names]) => `${number} by ${names}`);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([source, count]) => {
      const which = source.startsWith('African') ? `: ${list.join('; ')}` : '';
      return `${source} (${count} ${count === 1 ? 'pair' : 'pairs'})${which}`;
    });
}

/** From lines `repository TAB file TAB licence TAB author TAB title` of the picture books. */
export function creditsOfStories(books) {
  const titles = books
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))
    .map(([, , licence, author, title]) => `“${title}” by ${author} (${licence})`);
  return page('the models of stories', [
    'TinyStories, Ronen Eldan and Yuanzhi Li 2023, CDLA-Sharing-1.0',
    'tales of erikhyrkas/snakes, MIT, © 2024 Erik Hyrkas',
    ...(titles.length > 0
      ? [`picture books of African Storybook and Pratham Books: ${titles.join('; ')}`]
      : []),
  ]);
}

const ofChinese = [
  'stories and school prose of the reading tests CMRC 2017, CMRC 2019 and Chinese-RC-Dataset (ymcui), CC-BY-SA 4.0',
  'stories of African Storybook in Chinese (global-asp), CC-BY',
  'sentences of KdConv and CrossWOZ (thu-coai), Apache-2.0',
];

/** The attributions are those of the translators' pairs. */
export const creditsOfChinese = (attributions) =>
  page('zh', [...ofChinese, ...linesOfPairs(attributions)]);

export const creditsOfPoems = page('tang', [
  'the 全唐诗 as collected by chinese-poetry/chinese-poetry: texts in the public domain, the collection MIT, © 2016 JackeyGao',
]);
