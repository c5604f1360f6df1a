import { beforeEach, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../../web/page/address.ts';
import { linkTexts } from '../../../web/page/i18n/link-texts.ts';
import { unknownSettings, sentenceOf } from '../../../web/page/unknown-settings.ts';
import { createStory, type Story } from '../../../web/page/story.ts';
import './all-languages.ts';

let story: Story;
beforeEach(() => {
  story = createStory('en');
});

/** What the page lacks of a link. */
function unknownOf(hash: string): readonly string[] {
  readAddress(story.fields, hash);
  return unknownSettings(hash, writeAddress(story.fields));
}

it.each([
  ['a head that the model does not have', 'head=99.99', 'head=99.99'],
  ['a model that the page does not have', 'voice=evil', 'voice=evil'],
  ['a setting that no link has', 'heads=5.3', 'heads=5.3'],
  ['a part of a list', 'off=1.1*0 99.9*0', 'off=99.9*0'],
  ['a number that is out of reach', 'generation=temperature:900', 'generation=temperature:900'],
  ['a width that is no number', 'beams=many', 'beams=many'],
])('%s is missing', (_what, given, told) => {
  const hash = new URLSearchParams(`text=The dog&${given}`);
  expect(unknownOf(`#${hash}`)).toEqual([told]);
});

it('nothing is missing of what the page writes, however it is spelt', () => {
  for (const hash of [
    '#text=The%20dog%20ran.%20%20It&pin=2&head=2.1&off=1.1*0%205.3*0.5&view=matrix',
    '#lang=zh&generation=temperature%3A0.70%20%20num_beams%3A5&seed=1&open=',
    '#text=&voice=tang',
  ])
    expect(unknownOf(hash), hash).toEqual([]);
});

it('a text that is too long is told, with blanks in it or without', () => {
  for (const text of ['x'.repeat(25_000), 'The dog '.repeat(3000)])
    expect(unknownOf(`#${new URLSearchParams({ text })}`)).toEqual([`text=${text.slice(0, 35)}…`]);
});

it('a long value is cut where it is told, between characters', () => {
  expect(unknownOf(`#voice=${'🦆'.repeat(100)}`)).toEqual([`voice=${'🦆'.repeat(34)}…`]);
});

it('of many only the first are named, in both languages', () => {
  const hash = Array.from({ length: 20_000 }, (_, i) => `x${i}=1`).join('&');
  const settings = unknownOf(`#${hash}`);
  expect(settings).toHaveLength(20_000);
  const five = ['x0=1', 'x1=1', 'x2=1', 'x3=1', 'x4=1'];
  expect(sentenceOf(settings, linkTexts('en'))).toBe(
    `Not all that this link asks for could be taken: ${five.join(', ')} and 19995 more. The page shows the rest.`,
  );
  expect(sentenceOf(settings, linkTexts('zh'))).toBe(
    `链接里的内容未能全部采用：${five.join('、')} 等 20000 项。其余照常显示。`,
  );
  expect(sentenceOf(five, linkTexts('en'))).toContain('x3=1, x4=1. The page');
});
