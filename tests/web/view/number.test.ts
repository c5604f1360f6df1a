import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDense,
  formatFixed,
  formatPercent,
  formatPower,
  formatShort,
  formatSum,
  formatWeight,
  isHidden,
  placesFor,
} from '../../../web/src/view/number.ts';

describe('formatFixed', () => {
  it('writes a true minus sign and the asked places', () => {
    expect(formatFixed(-0.17783, 4)).toBe('−0.1778');
    expect(formatFixed(0.5, 2)).toBe('0.50');
  });
  it('gives no sign to a number that rounds to zero', () => {
    expect(formatFixed(-0.00001, 4)).toBe('0.0000');
    expect(formatFixed(-0, 0)).toBe('0');
  });
  it('names what is no number', () => {
    expect(formatFixed(Number.NaN, 2)).toBe('NaN');
    expect(formatFixed(-Infinity, 2)).toBe('−∞');
  });
});

describe('formatShort', () => {
  it('leaves integers without places and cuts trailing zeros', () => {
    expect(formatShort(1024)).toBe('1024');
    expect(formatShort(-2)).toBe('−2');
    expect(formatShort(0.25)).toBe('0.25');
    expect(formatShort(362.0386719)).toBe('362.0387');
  });
  it('says that a tiny number is not zero', () => {
    expect(formatShort(6.03e-6)).toBe('<0.0001');
    expect(formatShort(-6.03e-6)).toBe('>−0.0001');
  });
  it('writes a huge number as a power', () => {
    expect(formatShort(-1e10)).toBe('−10¹⁰');
    expect(formatPower(1.51e7)).toBe('1.51×10⁷');
    expect(formatPower(1e7)).toBe('10⁷');
  });
});

describe('formatPercent', () => {
  it('never rounds something to nothing or to everything', () => {
    expect(formatPercent(0.41)).toBe('41.0 %');
    expect(formatPercent(1)).toBe('100.0 %');
    expect(formatPercent(0)).toBe('0.0 %');
    expect(formatPercent(1e-9)).toBe('<0.1 %');
    expect(formatPercent(1 - 1e-9)).toBe('>99.9 %');
  });
});

it('a matrix of whole numbers needs no places, masked ones aside', () => {
  expect(placesFor([1, 2, -Infinity, -1e10], 4)).toBe(0);
  expect(placesFor([1, 2.5], 4)).toBe(4);
});

it('both ways of masking count as hidden', () => {
  expect(isHidden(-Infinity)).toBe(true);
  expect(isHidden(-1e10)).toBe(true);
  expect(isHidden(-1024)).toBe(false);
});

it('bytes are counted in powers of 1000', () => {
  expect([formatBytes(12), formatBytes(128_400), formatBytes(1_440_000)]).toEqual([
    '12 B',
    '128 KB',
    '1.4 MB',
  ]);
});

it('a probability in little room loses its zero', () => {
  expect([
    formatDense(0.687, 2),
    formatDense(1, 2),
    formatDense(0.999, 2),
    formatDense(0, 2),
  ]).toEqual(['.69', '1', '1', '.00']);
});

it('writes an equals sign only where the printed terms add up', () => {
  expect(formatSum(0.00594, 0.01103, 0.01697, 4)).toBe('0.0059 + 0.0110 ≈ 0.0170');
  expect(formatSum(0.5, -0.25, 0.25, 4)).toBe('0.5000 + (−0.2500) = 0.2500');
  expect(formatSum(-0.1, -0.00001, -0.10001, 4)).toBe('−0.1000 + 0.0000 = −0.1000');
});

it('lets no weight read as nothing that is not nothing', () => {
  expect(formatWeight(0.00002, 4)).toBe('<0.0001');
  expect(formatWeight(0, 4)).toBe('0.0000');
  expect(formatWeight(1, 4)).toBe('1.0000');
});
