/** Where the pictures of `npx glassformer render` go in an author's HTML. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureMarkup, sentenceOf } from '../../../web/cli/render/markup.mjs';
import { readPost, writePictures } from '../../../web/cli/render/post.mjs';

const known = ['glass-model', 'glass-save', 'glass-input', 'glass-tokens', 'glass-attention'];
const read = (html) => readPost(html, known);
const pictured = (html, markup = (number) => `<span data-glassformer-still>${number}</span>`) => {
  const { figures } = read(html);
  return writePictures(html, figures, new Map(figures.map((_, i) => [i, markup(i)])));
};

describe('figures', () => {
  test('in a model, a save and any other element, with their attributes, lines and languages', () => {
    const { roots, figures } = read(`<html lang="zh"><body>
<glass-model src="aab" text="a&amp;b"><p lang="en">
  <glass-save><glass-attention LAYER="1" onclick="x()"></glass-attention></glass-save></p>
  <glass-input></glass-input></glass-model>
<glass-tokens></glass-tokens>`);
    expect(figures).toMatchObject([
      { tag: 'glass-attention', line: 3, lang: 'en' },
      { tag: 'glass-tokens', line: 5, lang: 'zh' },
    ]);
    const [model, tokens] = roots;
    expect(Object.fromEntries(model.attributes)).toEqual({ src: 'aab', text: 'a&b' });
    expect(model).toMatchObject({ tag: 'glass-model', figure: null, lang: 'zh' });
    const [save, input] = model.children;
    expect(save.children).toMatchObject([{ tag: 'glass-attention', figure: 0, lang: 'en' }]);
    expect(input).toMatchObject({ tag: 'glass-input', figure: null });
    expect(tokens).toMatchObject({ figure: 1, children: [] });
  });

  test('each at its own place, also where the tree has another order: outside of the cells of a table', () => {
    const html =
      '<table><tr><td><glass-tokens></glass-tokens></td></tr><glass-attention></glass-attention></table>';
    const written = pictured(html);
    const [span, end] = ['<span data-glassformer-still>', '</span>'];
    expect(written.replaceAll(new RegExp(`${span}\\d${end}`, 'g'), '')).toBe(html);
    expect(
      written.match(new RegExp(`(?<=<glass-(tokens|attention)>)${span}\\d${end}`, 'g')),
    ).toHaveLength(2);
    expect(pictured(written)).toBe(written);
  });

  test('not in comments, texts, scripts, templates and attributes, nor inside of a figure', () => {
    const { figures } = read(`<!-- <glass-tokens></glass-tokens> -->
      <textarea><glass-tokens></glass-tokens></textarea><script>'<glass-tokens></glass-tokens>'</script>
      <template><glass-tokens></glass-tokens></template><noscript><glass-tokens></glass-tokens></noscript>
      <p title="<glass-tokens></glass-tokens>">&lt;glass-tokens></p><svg><glass-tokens></glass-tokens></svg>
      <glass-attention><glass-tokens></glass-tokens></glass-attention>`);
    expect(figures).toMatchObject([{ tag: 'glass-attention', line: 5 }]);
  });

  test('tags that are not closed, or not ours, are told', () => {
    const { figures, others, unclosed } = read(
      '<glass-mine><glass-tokens></glass-tokens></glass-mine>\n<p><glass-attention /></p>',
    );
    expect(others).toEqual([{ tag: 'glass-mine', line: 1 }]);
    expect(unclosed).toEqual([{ tag: 'glass-attention', line: 2 }]);
    expect(figures).toHaveLength(1);
  });

  test('the schemes of the post are those of its meta', () => {
    const meta = '<meta name="Color-Scheme" content="Light dark">';
    expect(read(`${meta}<glass-tokens></glass-tokens>`).schemes).toEqual(['light', 'dark']);
    expect(read('<glass-tokens></glass-tokens>').schemes).toEqual([]);
  });
});

describe('pictures', () => {
  test('stand behind the start tag, in front of what the author has written there', () => {
    expect(pictured('<p><glass-tokens a=">"> mine </glass-tokens></p>')).toBe(
      '<p><glass-tokens a=">"><span data-glassformer-still>0</span> mine </glass-tokens></p>',
    );
  });

  test('replace former ones, wherever in the tag these are, and a figure without a new one loses its own', () => {
    const former = '<span data-glassformer-still="">old<b>er</b></span>';
    const html = `<glass-tokens>${former} mine ${former}</glass-tokens><glass-attention>${former}</glass-attention>`;
    const { figures } = read(html);
    expect(writePictures(html, figures, new Map([[0, 'NEW']]))).toBe(
      '<glass-tokens>NEW mine </glass-tokens><glass-attention></glass-attention>',
    );
  });

  test('leave every other byte, and a second writing changes nothing', () => {
    const pieces = fc.constantFrom(
      '<glass-tokens text="x">',
      '</glass-tokens>',
      '<glass-model src=aab>',
      '</glass-model>',
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<table><tr>',
      '<!-- ',
      ' -->',
      '<![CDATA[',
      '<svg>',
      '</svg>',
      '<template>',
      '</template>',
      '\r\n',
      '\r',
      '\ufeff',
      '\0',
      '😀',
      '中文',
      '&amp;&lt',
      '<',
      '"',
      "<a href='",
    );
    const picture = '<span data-glassformer-still><img alt="x"></span>';
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const html = parts.join('');
        const written = pictured(html, () => picture);
        expect(written.replaceAll(picture, '')).toBe(html);
        expect(written.split(picture)).toHaveLength(read(html).figures.length + 1);
        expect(pictured(written, () => picture)).toBe(written);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a picture is a phrase with its sentence, dark where there are two', () => {
  const told = {
    title: 'Who looks at "whom"',
    text: 'a\n< b.',
    model: 'aab',
    lines: ['Text: a < b.', 'aab: 1 layer'],
  };
  const light = { address: 'figures/a-1.svg', width: 320, height: 200 };
  const image =
    '<img src="figures/a-1.svg" alt="Who looks at &quot;whom&quot;. Text: a &lt; b. aab: 1 layer." width="320" height="200" loading="lazy">';
  const below =
    '<br><small aria-hidden="true">Who looks at &quot;whom&quot; – “a &lt; b.” (aab).</small><br></span>';
  expect(pictureMarkup([light], told, 'en')).toBe(`<span data-glassformer-still>${image}${below}`);
  const dark = { ...light, address: 'figures/a-1-dark.svg' };
  expect(pictureMarkup([light, dark], told, 'en')).toBe(
    `<span data-glassformer-still><picture><source media="(prefers-color-scheme: dark)" srcset="figures/a-1-dark.svg">${image}</picture>${below}`,
  );
});

test('what is seen below says which text and which model, in its language and not too long', () => {
  const light = { address: 'a.svg', width: 3, height: 2 };
  const seen = (told, lang) =>
    /<small aria-hidden="true">(.*)<\/small>/.exec(
      pictureMarkup([light], { lines: [], text: '', model: '', ...told }, lang),
    )[1];
  const text = 'The cat sat';
  expect(seen({ title: 'Next token', text, model: 'stories' }, 'en')).toBe(
    'Next token – “The cat sat” (stories).',
  );
  expect(seen({ title: '下一个词元', text, model: 'stories' }, 'zh-CN')).toBe(
    '下一个词元——“The cat sat”（stories）。',
  );
  expect(seen({ title: 'Translations of “Tea”', model: 'en-zh' }, 'en')).toBe(
    'Translations of “Tea” (en-zh).',
  );
  expect(seen({ title: 'Numbers in 2 rows and 2 columns' }, 'en')).toBe(
    'Numbers in 2 rows and 2 columns.',
  );
  expect(seen({ title: 'Tokens', text: 'a'.repeat(200), model: 'aab' }, 'en')).toBe(
    `Tokens – “${'a'.repeat(80)}…” (aab).`,
  );
});

test('sentences are those of the language', () => {
  expect(sentenceOf(['Tokens', 'Text: Yes!', 'aab'], 'en')).toBe('Tokens. Text: Yes! aab.');
  expect(sentenceOf(['词元', '文字：好雨。', 'tang：5 层'], 'zh-CN')).toBe(
    '词元。文字：好雨。tang：5 层。',
  );
  expect(sentenceOf(['译文', '文字：I like tea.', 'en-zh'], 'zh')).toBe(
    '译文。文字：I like tea. en-zh。',
  );
});
