import { describe, expect, it } from 'vitest';
import { texts } from '../../../web/page/i18n/texts.ts';
import { en } from '../../../web/src/elements/i18n/en.ts';
import { zhCN } from '../../../web/src/elements/i18n/zh-CN.ts';

/** "first.embed: string", for every text of a table. */
function keys(table: object, path = ''): string[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    const isTemplate = typeof value === 'object' && value !== null && '_$litType$' in value;
    const isBranch =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !isTemplate;
    return isBranch
      ? keys(value, `${path}${key}.`)
      : [`${path}${key}: ${isTemplate ? 'template' : typeof value}`];
  });
}

/** Every text that is written out, to look for gaps. */
function writtenTexts(table: object): string[] {
  return Object.values(table).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null && !('_$litType$' in value)
      ? writtenTexts(value)
      : [];
  });
}

describe.each([
  ['the page', texts.en, texts.zh],
  ['the elements', en, zhCN],
])('%s', (_name, english, chinese) => {
  it('says the same things in both languages', () => {
    expect(keys(chinese).sort()).toEqual(keys(english).sort());
  });
  it('has no empty text', () => {
    for (const text of [...writtenTexts(english), ...writtenTexts(chinese)])
      expect(text.trim()).not.toBe('');
  });
});
