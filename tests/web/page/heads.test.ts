import { beforeEach, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../../web/page/address.ts';
import { createStory, type Story } from '../../../web/page/story.ts';
import { kFirstHead, type Writer } from '../../../web/page/writers.ts';
import './all-languages.ts';

const kEnglish = 'The dog';
const kChinese = '空山新雨后，';
let story: Story;
beforeEach(() => {
  story = createStory('en');
});

const follow = (fields: Record<string, string>) =>
  readAddress(story.fields, `#${new URLSearchParams(fields)}`);
const address = () => Object.fromEntries(new URLSearchParams(writeAddress(story.fields).slice(1)));

it('each model gets back the heads that were chosen in it', () => {
  const { line, heads, translator } = story.shared;
  follow({ text: kChinese, head: '3.5', off: '3.5*0', translator: 'cross.1.2' });
  line.setText(kEnglish);
  expect(heads.head.value).toEqual(kFirstHead.stories);
  expect(heads.ablations.value).toEqual([]);
  heads.pick({ layer: 1, head: 1 });
  expect(translator.picks.value).toEqual({ cross: { layer: 0, head: 1 } });
  line.setText(kChinese);
  expect(heads.head.value).toEqual({ layer: 2, head: 4 });
  expect(heads.ablations.value).toEqual([{ layer: 2, head: 4, factor: 0, stack: 'decoder' }]);
  line.setText(kEnglish);
  expect(heads.head.value).toEqual({ layer: 1, head: 1 });
});

it('a link keeps the heads of the model that is not shown', () => {
  follow({ text: kChinese, head: '3.5', off: '3.5*0' });
  story.shared.line.setText(kEnglish);
  expect(address()).toMatchObject({ text: kEnglish, 'tang-head': '3.5', 'tang-off': '3.5*0' });
  const sent = writeAddress(story.fields);

  story = createStory('zh');
  readAddress(story.fields, sent);
  const { line, heads } = story.shared;
  expect(heads.ablations.value).toEqual([]);
  line.setText(kChinese);
  expect(heads.head.value).toEqual({ layer: 2, head: 4 });
  expect(heads.ablations.value).toEqual([{ layer: 2, head: 4, factor: 0, stack: 'decoder' }]);
  expect(address()).toEqual({ text: kChinese, head: '3.5', off: '3.5*0' });
});

it('a head that is picked in the model that writes on leaves those of the translator as they are', () => {
  const { line, heads, translator } = story.shared;
  heads.pick({ layer: 1, head: 2 });
  expect(translator.picks.value).toEqual({});
  expect(address()).toEqual({ text: line.text.value, head: '2.3' });
  const picks = { cross: { layer: 2, head: 3 } };
  translator.setPicks(picks);
  heads.pick({ layer: 0, head: 1 });
  expect(translator.picks.value).toEqual(picks);
  expect(address()).toMatchObject({ head: '1.2', translator: 'cross.3.4' });
  follow({ head: '2.3' });
  expect(translator.picks.value).toEqual({});
});

it('heads that a model lacks are left out', () => {
  const said = {
    head: '5.6',
    off: '5.6*0 8.1*0',
    translator: 'encoder.3.4 cross.4.1',
    'translator-off': 'encoder.1.5*0 cross.3.4*0',
  };
  const translator = { translator: 'encoder.3.4', 'translator-off': 'cross.3.4*0' };
  follow({ text: kChinese, ...said });
  expect(address()).toEqual({ text: kChinese, head: '5.6', off: '5.6*0', ...translator });
  follow({ text: kEnglish, ...said });
  expect(address()).toEqual({ text: kEnglish, ...translator });
});

it('a head that a link names twice has the strength that stands last', () => {
  follow({ text: kEnglish, off: '1.1*2.9 1.2*0 1.1*0.5' });
  expect(story.shared.heads.ablations.value).toEqual([
    { layer: 0, head: 0, factor: 0.5, stack: 'decoder' },
    { layer: 0, head: 1, factor: 0, stack: 'decoder' },
  ]);
});

it('a head that is picked while another model loads belongs to the model whose run is shown', () => {
  const { line, heads } = story.shared;
  const read = (writer: Writer, text: string) =>
    line.hasRead(writer, { run: { tokens: [], activations: {} }, text, changes: [], unknown: [] });
  line.setText(kChinese);
  read('tang', kChinese);
  line.setText(kEnglish);
  const last = { layer: 6, head: 5 };
  heads.pick(last);
  expect([heads.head.value, heads.of('stories')]).toEqual([last, kFirstHead.stories]);
  // Heads are switched off for the next reading, and it has fewer.
  const off = { factor: 0, stack: 'decoder' } as const;
  heads.setAblations([last, { layer: 4, head: 4 }].map((place) => ({ ...place, ...off })));
  expect(heads.ablations.value).toEqual([{ layer: 4, head: 4, ...off }]);
  line.hasFailed('stories');
  expect(heads.head.value).toEqual(last);
  read('stories', kEnglish);
  expect([heads.head.value, heads.of('tang')]).toEqual([kFirstHead.stories, last]);
});
