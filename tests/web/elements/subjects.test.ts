/** The words of an element are those of its subjects in one object: no two may have a word of the same name. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Vocabulary } from '../../../web/src/elements/i18n/languages.ts';

const i18n = join(import.meta.dirname, '../../../web/src/elements/i18n');

/** What is called so twice, with both places. A table that is spread over another one hides its words without a sign. */
function twice(tables: ReadonlyMap<string, object>): string[] {
  const places = new Map<string, string>();
  const found: string[] = [];
  for (const [place, table] of tables)
    for (const key of Object.keys(table)) {
      const other = places.get(key);
      if (other !== undefined) found.push(`${key} is a word of both ${other} and ${place}`);
      places.set(key, place);
    }
  return found;
}

it('no two subjects have a word of the same name', async () => {
  const tables = new Map<string, object>();
  for (const name of readdirSync(join(i18n, 'subjects'))) {
    const { [name.replace('.ts', '')]: subject } = (await import(
      join(i18n, 'subjects', name)
    )) as Record<string, Vocabulary<object>>;
    expect(subject, `subjects/${name} exports the subject of its name`).toBeDefined();
    tables.set(`subjects/${name}`, subject!.in('en'));
  }
  expect(tables.size).toBeGreaterThan(9);
  expect(twice(tables)).toEqual([]);
});

it('nor have two files of the common words', async () => {
  const tables = new Map<string, object>();
  for (const name of ['general', 'reading', 'attention', 'writing']) {
    const { [name]: table } = (await import(join(i18n, 'en', `${name}.ts`))) as Record<
      string,
      object
    >;
    tables.set(`en/${name}.ts`, table!);
  }
  const { common } = await import('../../../web/src/elements/i18n/subjects/common.ts');
  const words = [...tables.values()].flatMap((table) => Object.keys(table));
  expect(Object.keys(common.in('en')).sort()).toEqual([...new Set(words)].sort());
  expect(twice(tables)).toEqual([]);
});

it('a word that two have is told with both', () => {
  const tables = new Map([
    ['subjects/sums.ts', { x: '', y: '' }],
    ['subjects/proof.ts', { y: '' }],
  ]);
  expect(twice(tables)).toEqual(['y is a word of both subjects/sums.ts and subjects/proof.ts']);
});
