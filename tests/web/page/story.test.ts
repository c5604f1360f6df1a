/** How the page is put together of its slices. */
import { readdirSync, readFileSync } from 'node:fs';
import { computed } from '@preact/signals-core';
import { html } from 'lit';
import { expect, it } from 'vitest';
import { chapterIds } from '../../../web/page/chapter-order.ts';
import { chapterLink } from '../../../web/page/i18n/chapter-link.ts';
import { languages, textsIn } from '../../../web/page/i18n/texts.ts';
import { createStory } from '../../../web/page/story.ts';
import './all-languages.ts';

it('every chapter has an id of its own, and a section of that id', () => {
  const { chapters } = createStory('en');
  const ids = chapters.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const chapter of chapters)
    expect(sourceOf(chapter.view(html``)), chapter.id).toContain(`id="${chapter.id}"`);
});

it('the prose names the chapters by the places that they have', () => {
  const ids = createStory('en').chapters.map(({ id }) => id);
  expect(ids).toEqual(chapterIds);
  expect(sourceOf(chapterLink('writing'))).toBe('<a href="#at=writing">6</a>');
  for (const [language, name] of [
    ['en', 'chapter 6'],
    ['zh', '第\u00a06\u00a0章'],
  ] as const)
    expect(sourceOf(textsIn(language).next.body)).toContain(`>${name}</a>`);
});

it.each(languages)('no link stands within a link: %s', (language) => {
  const { shared, chapters } = createStory(language);
  shared.language.choose(language);
  for (const { id, view } of chapters) {
    const nested = sourceOf(view(html``)).match(/<a\b(?:(?!<\/a\b)[^])*<a\b/g) ?? [];
    expect(nested, id).toEqual([]);
  }
});

it('no number of a chapter is written by hand', () => {
  const folder = 'web/page/i18n/languages/';
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.ts$/.test(`${file}`));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(readFileSync(`${folder}${file}`, 'utf8'), `${file}`).not.toMatch(
      /\bchapters?\s+\d|第\s*\d+\s*(至|到|和|、|章)/i,
    );
});

it('every chapter has a title in every language', () => {
  for (const language of languages)
    for (const { id, title } of createStory('en').chapters)
      expect(title(textsIn(language)).trim(), `${id} in ${language}`).not.toBe('');
});

it('worked examples have ids of their own', () => {
  const { shared, chapters } = createStory('en');
  const ids = [...shared.opened.ids, ...chapters.map(({ id }) => id)];
  expect(ids).toEqual([...new Set(ids)]);
});

it('a chapter is rendered again when a signal that it reads changes, and only then', () => {
  const { shared, chapters } = createStory('en');
  const rendered = new Map(
    chapters.map((chapter) => [chapter.id, computed(() => chapter.view(html``))] as const),
  );
  const before = new Map([...rendered].map(([id, view]) => [id, view.value] as const));
  const changed = () =>
    [...rendered].filter(([id, view]) => view.value !== before.get(id)).map(([id]) => id);

  shared.line.setText('Once upon a time');
  expect(changed()).not.toContain('tokens'); // the same model reads it
  shared.generation.setWriting({ ...shared.generation.writing.value, temperature: 0.5 });
  expect(changed()).toEqual(expect.arrayContaining(['next', 'writing']));
  expect(changed()).not.toContain('tokens');
  shared.line.setText('空山新雨后，');
  expect(changed()).toContain('tokens');
  expect(changed()).not.toContain('learning');
  shared.language.choose('zh');
  expect(changed()).toEqual(chapters.map(({ id }) => id));
});

/** The written parts of a template and of the templates in it. */
function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(sourceOf).join('');
  if (typeof value !== 'object' || value === null || !('_$litType$' in value)) return '';
  const { strings, values } = value as unknown as {
    strings: readonly string[];
    values: readonly unknown[];
  };
  return strings.map((each, i) => each + textOf(values[i])).join('');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : sourceOf(value);
}
