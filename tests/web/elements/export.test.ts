import { describe, expect, it } from 'vitest';
import { jsonOf, numberOf, rowsOf } from '../../../web/src/elements/base/export/json.ts';
import { publicLink } from '../../../web/src/elements/base/export/link.ts';
import { tag } from '../../../web/src/elements/base/export/markup.ts';
import { escape } from '../../../web/src/shared/escape.ts';
import { fileName } from '../../../web/src/elements/glass-save/file-name.ts';

describe('the link back', () => {
  it('has neither user nor query, and no pass', () => {
    expect(publicLink('https://ann:pw@example.org/a/b?key=1#lang=en&text=hello')).toBe(
      'https://example.org/a/b#lang=en&text=hello',
    );
    expect(publicLink('https://example.org/#access_token=1')).toBe('https://example.org/');
    expect(publicLink('file:///home/ann/page.html')).toBe('');
  });
});

describe('numbers in JSON', () => {
  it('are the same in single precision, and short', () => {
    for (const value of [0.1, 1 / 3, 1e-20, 123456792, 0, -7.25])
      expect(Math.fround(numberOf(Math.fround(value)) as number)).toBe(Math.fround(value));
    expect(numberOf(Math.fround(0.1))).toBe(0.1);
    expect(numberOf(Number.NEGATIVE_INFINITY)).toBeNull();
  });

  it('are nested as their shape says', () => {
    const array = { shape: [2, 1, 2], data: Float32Array.of(1, 2, 3, 4) };
    expect(jsonOf({ array })).toEqual({ array: [[[1, 2]], [[3, 4]]] });
    expect(rowsOf({ rows: 2, columns: 1, data: Float32Array.of(1, Infinity) })).toEqual([
      [1],
      [null],
    ]);
  });
});

describe('markup', () => {
  it('is XML whatever the text is', () => {
    expect(tag('a', { b: '"<&', c: null, d: 1.23456 }, escape('<\u0000\ud800\r&'))).toBe(
      '<a b="&quot;&lt;&amp;" d="1.23">&lt;\ufffd&#13;&amp;</a>',
    );
  });
});

describe('a file’s name', () => {
  it('keeps letters of every script, and nothing that a file system forbids', () => {
    expect(fileName('Attention: 7 tokens / “is”', 'svg')).toBe('attention-7-tokens-is.svg');
    expect(fileName('注意力权重：7 个词元', 'png')).toBe('注意力权重-7-个词元.png');
    expect(fileName('…', 'json')).toBe('figure.json');
  });

  it('is found at once in a title of many marks', () => {
    const begun = performance.now();
    expect(fileName(`a${'\u0301\u0323'.repeat(40_000)}`, 'svg')).toMatch(/^ạ[^-]+\.svg$/);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
