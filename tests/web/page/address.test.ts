import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { kMaxCharacters, readAddress, writeAddress } from '../../../web/page/address.ts';
import { seedCodec } from '../../../web/page/chapters/looking/life/life.ts';
import { preferredLanguage } from '../../../web/page/language.ts';
import { createStory, type Story } from '../../../web/page/story.ts';
import './all-languages.ts';

let story: Story;
beforeEach(() => {
  story = createStory('en');
});

/** The address, read by the whole page and written again. */
function again(address: string): Record<string, string> {
  readAddress(story.fields, address);
  return fieldsOf(writeAddress(story.fields));
}

function fieldsOf(address: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(address.replace(/^#/, '')));
}

it('an address holds as long a line as the field takes', () => {
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
    modules: {
      declarations?: { tagName?: string; members?: { name: string; default: string }[] }[];
    }[];
  };
  const input = modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'glass-input');
  const limit = input?.members?.find(({ name }) => name === 'maxLength')?.default;
  expect(Number(limit?.replace('_', ''))).toBe(kMaxCharacters);
});

it('what an address says is written into it again', () => {
  const said = {
    lang: 'zh',
    text: '人生 & = # +',
    head: '4.2',
    off: '1.4*0 3.1*0.5',
    'stories-head': '5.3',
    'stories-off': '5.3*0',
    view: 'matrix',
    pin: '5.3',
    translator: 'encoder.3.2 cross.1.4',
    'translator-off': 'encoder.2.3*0 cross.3.1*1.5',
    source: 'a + b',
    'translator-pin': '2.1',
    generation: 'temperature:0.35 top_p:0.9 top_k:5 seed:4294967295 num_beams:2',
    beams: '5',
    open: 'life beam',
    life: 'see the sea',
    seed: '7',
    letters: '',
    'letters-mode': 'sample',
    'letters-generation': 'temperature:2000 top_k:2',
  };
  expect(again(`#${new URLSearchParams(said)}`)).toEqual(said);
});

it('an address without choices stays empty', () => {
  expect(again('')).toEqual({});
});

it('every field of the address belongs to one slice', () => {
  const keys = [...story.fields.map(({ key }) => key), 'at'];
  expect(keys).toEqual([...new Set(keys)]);
});

it('a link with a head of the first line names the line: a page in another language has another', () => {
  const { line, heads } = story.shared;
  const first = line.text.value;
  expect(again('#head=2.1')).toEqual({ text: first, head: '2.1' });
  expect(again('#off=2.1*0')).toEqual({ text: first, off: '2.1*0' });
  const abroad = createStory('zh');
  readAddress(abroad.fields, writeAddress(story.fields));
  expect(abroad.shared.line.writer.value).toBe(line.writer.value);
  expect(abroad.shared.heads.ablations.value).toEqual(heads.ablations.value);
  expect(again('')).toEqual({});
});

it('a link with a pinned token names its line, and without one nothing is pinned', () => {
  const { line, translator } = story.shared;
  const first = line.text.value;
  expect(again('#pin=4')).toEqual({ text: first, pin: '4' });
  expect(line.pinned.value).toEqual({ query: 3, key: null });
  expect(again('#pin=.2')).toEqual({ text: first, pin: '.2' });
  expect(line.pinned.value).toEqual({ query: null, key: 1 });
  expect(again('')).toEqual({});
  expect(line.pinned.value).toBeNull();

  expect(again('#translator-pin=.3')).toEqual({ 'translator-pin': '.3' });
  const { text, source, target, translation } = translator.pinned.value!;
  expect([text, source, target, translation]).toEqual([translator.source.value, null, 2, null]);
  // It is pinned in that sentence, and in no other.
  translator.setSource('I like tea.');
  expect(fieldsOf(writeAddress(story.fields))).toEqual({ source: 'I like tea.' });
});

it('a link leaves out the pin of the translation that follows from the pin in the line', () => {
  const { line, translator } = story.shared;
  readAddress(story.fields, '#text=The+dog&pin=2');
  line.hasRead('stories', {
    run: {
      tokens: [' The', ' dog'].map((text, id) => ({ id, text, start: 4 * id, end: 4 * id + 3 })),
      activations: {},
    },
    text: 'The dog',
    changes: [],
    unknown: [],
  });
  expect(translator.pinned.value?.offset).toBe(4);
  expect(fieldsOf(writeAddress(story.fields))).toEqual({ text: 'The dog', pin: '2' });
});

it('a field that the address lacks goes back to its initial value', () => {
  const { line, heads, translator } = story.shared;
  const atFirst = [line.text.value, heads.head.value, translator.beams.value];
  readAddress(story.fields, '#text=Tom&head=2.1&beams=5');
  expect([line.text.value, heads.head.value, translator.beams.value]).toEqual([
    'Tom',
    { layer: 1, head: 0 },
    5,
  ]);
  expect(again('')).toEqual({});
  expect([line.text.value, heads.head.value, translator.beams.value]).toEqual(atFirst);
});

it('what an address cannot mean is left out', () => {
  expect(
    again(
      '#lang=tlh&seed=-1&view=3d&head=0.1&off=1.1*9+x&translator=tower.1.1+cross.0.1&translator-off=cross.1.1+*0&open=sesame&beams=9&pin=0&translator-pin=1.2.3&letters-mode=guess&letters-generation=temperature:2001&generation=heat:1+top_k:1.5+top_p:2+temperature:0+seed:-1+num_beams+length_penalty:NaN+__proto__:1&tang-off=9.9*0&nonsense',
    ),
  ).toEqual({});
});

it('a text that cannot be read is shown as it is, and the figures keep the first one', () => {
  const first = story.shared.line.read.value;
  readAddress(story.fields, '#text=+...');
  const { text, problem, read } = story.shared.line;
  expect([text.value, problem.value?.kind, read.value]).toEqual([' ...', 'noWords', first]);
});

it('a seed is a whole number of 32 bits', () => {
  expect(seedCodec.read(' 4294967295 ')).toBe(4294967295);
  expect(seedCodec.read('１２３')).toBe(123);
  for (const text of ['4294967296', '-1', '1.5', '1e3', '', 'x'])
    expect(seedCodec.read(text)).toBeNull();
});

it('a seed of many marks is refused at once, though they take long to normalise', () => {
  const begun = performance.now();
  expect(seedCodec.read(`1${'\u0301\u0323'.repeat(40_000)}`)).toBeNull();
  expect(seedCodec.read('𝟏'.repeat(10))).toBe(1_111_111_111);
  expect(performance.now() - begun).toBeLessThan(500);
});

it('the first language of the reader that the page has is chosen', () => {
  expect(preferredLanguage(['fr-FR', 'zh-TW', 'en'])).toBe('zh');
  expect(preferredLanguage(['fr'])).toBe('en');
});

it('a text longer than the line takes is cut', () => {
  readAddress(story.fields, `#text=${'a'.repeat(100_000)}`);
  expect(story.shared.line.text.value).toHaveLength(20_000);
});

it('a letter of a link keeps thirty marks at most', () => {
  const mark = '\u0301';
  readAddress(story.fields, `#text=${encodeURIComponent(`a${mark.repeat(19_000)}b${mark}`)}`);
  expect(story.shared.line.text.value).toBe(`a${mark.repeat(30)}b${mark}`);
});
