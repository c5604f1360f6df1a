/** Every element of a chapter comes with the first view or with the chapter. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { LaterElements } from '../../../web/page/later-elements.ts';
import { createStory } from '../../../web/page/story.ts';
import './all-languages.ts';

const page = join(import.meta.dirname, '../../../web/page');

/** What is unfolded fetches for itself. */
const folds = join(page, 'chapters/own-model/chapter-figures.ts');

function sourcesIn(path: string): string[] {
  if (path === folds) return [];
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
  return readdirSync(path).flatMap((name) => sourcesIn(join(path, name)));
}

const tagsOf = (sources: readonly string[], pattern: RegExp): Set<string> =>
  new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, tag]) => tag ?? '')));
const shown = (sources: readonly string[]): Set<string> => tagsOf(sources, /<(glass-[a-z-]+)/g);
const defined = (name: string): Set<string> =>
  tagsOf(sourcesIn(join(page, 'elements', `${name}.ts`)), /elements\/(glass-[a-z-]+)'/g);

describe('elements', () => {
  const first = defined('first');

  it('the first view shows what is fetched with it', () => {
    const missing = [...shown(sourcesIn(join(page, 'parts')))].filter((tag) => !first.has(tag));
    expect(first.size).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  it('every chapter fetches what it shows besides, and no more', () => {
    const chapters = readdirSync(join(page, 'chapters'));
    let count = 0;
    for (const { id, load } of createStory('en').chapters) {
      const file = chapters.find((name) => name.replace(/\.ts$/, '') === id) ?? '';
      const sources = sourcesIn(join(page, 'chapters', file));
      const besides = [...shown(sources)].filter((tag) => !first.has(tag)).sort();
      const named = [...tagsOf(sources, /\/elements\/([a-z-]+)\.ts'/g)];
      expect([...named.flatMap((name) => [...defined(name)])].sort(), id).toEqual(besides);
      // The last one fetches what the models have written.
      expect(load !== undefined, id).toBe(besides.length > 0 || id === 'sources');
      count += besides.length;
    }
    expect(count).toBeGreaterThan(9);
  });
});

it('each fold of a model of the reader’s own fetches what it shows', () => {
  const first = defined('first');
  const [, ...parts] = readFileSync(folds, 'utf8').split(/^ {4}id: /m);
  expect(parts.length).toBe(4);
  for (const part of parts) {
    const [name = ''] = tagsOf([part], /\/elements\/([a-z-]+)\.ts'/g);
    const lacking = [...shown([part])].filter((tag) => !defined(name).has(tag) && !first.has(tag));
    expect(lacking, name).toEqual([]);
  }
});

describe('fetching', () => {
  it('is asked for once, a failure is kept with the chapter until it is asked for once more', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const later = new LaterElements();
    const load = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('no network'));
    await Promise.all([later.fetch({ id: 'a', load }), later.fetch({ id: 'a', load })]);
    await later.fetch({ id: 'b', load: () => Promise.resolve() });
    expect(load).toHaveBeenCalledTimes(1);
    expect([...later.failed.value]).toEqual(['a']);
    expect(warned).toHaveBeenCalledTimes(1);
    await later.fetch({ id: 'a', load });
    await later.fetch({ id: 'a', load });
    expect(load).toHaveBeenCalledTimes(2);
    expect([...later.failed.value]).toEqual([]);
    expect([...later.coming.value]).toEqual([]);
    warned.mockRestore();
  });
});
