import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatFixed,
  formatCount,
  formatPercent,
  formatPower,
  formatBrief,
  formatShort,
  formatSum,
  formatTyped,
  formatWeight,
  isHidden,
  notationFor,
  parseNumber,
} from '../../../web/src/view/number.ts';

describe('formatFixed', () => {
  it('writes a true minus sign and the asked places', () => {
    expect(formatFixed(-0.17783, 4)).toBe('−0.1778');
    expect(formatFixed(0.5, 2)).toBe('0.50');
    expect(formatFixed(-1.1771e111, 1)).toBe('−1.18×10¹¹¹');
    expect(formatFixed(999_999_999_999, 1)).toBe('999999999999.0');
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

describe('formatBrief', () => {
  it('takes as few characters as fit a narrow place', () => {
    expect([-0.004, -99.994, -99.995, -1023, -9999].map(formatBrief)).toEqual([
      '0.00',
      '−99.99',
      '−100',
      '−1023',
      '−9999',
    ]);
    expect([-20231, -1.6e7, -Infinity].map(formatBrief)).toEqual(['−2e4', '−2e7', '−∞']);
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
    expect(formatPower(-1e7)).toBe('−10⁷');
    expect(formatPower(-2.5e12)).toBe('−2.5×10¹²');
  });
  it('writes small ones too, and rounds up to the next power', () => {
    for (let exponent = 1; exponent <= 12; ++exponent)
      expect(formatPower(Number(`1e-${exponent}`))).toMatch(/^10⁻[¹²³⁴⁵⁶⁷⁸⁹][⁰¹²]?$/);
    expect(formatPower(9.999e-7)).toBe('10⁻⁶');
    expect(formatPower(0)).toBe('0');
  });
  it('keeps three figures where they were measured', () => {
    expect(formatPower(2.6e-7, 'measured')).toBe('2.60×10⁻⁷');
    expect(formatPower(1e-5, 'measured')).toBe('1.00×10⁻⁵');
  });
  it('writes no power of ten where it is 1', () => {
    expect(formatPower(3.15, 'measured')).toBe('3.15');
    expect(formatPower(-1)).toBe('−1');
  });
});

describe('formatCount', () => {
  it('parts thousands, and nothing below', () => {
    expect([0, 999, 1000, 4418, 3_976_512].map(formatCount)).toEqual([
      '0',
      '999',
      '1,000',
      '4,418',
      '3,976,512',
    ]);
  });
});

describe('formatPercent', () => {
  it('never rounds something to nothing or to everything', () => {
    expect(formatPercent(0.41)).toBe('41.0%');
    expect(formatPercent(1)).toBe('100.0%');
    expect(formatPercent(0)).toBe('0.0%');
    expect(formatPercent(1e-9)).toBe('<0.1%');
    expect(formatPercent(1 - 1e-9)).toBe('>99.9%');
  });
});

describe('a matrix', () => {
  const written = (values: readonly number[], digits = 2) =>
    values.map(notationFor(Float32Array.from(values), digits));

  it('writes each exact number as short as it goes', () => {
    expect(written([1, 0, -1024])).toEqual(['1', '0', '−1024']);
    expect(written([1, 0.5, -0.25])).toEqual(['1', '0.5', '−0.25']);
    expect(written([2, 0.5], 4)).toEqual(['2', '0.5']);
  });
  it('keeps its form when one of its numbers is changed', () => {
    expect(written([1, 0, 0.3])).toEqual(['1', '0', '0.3']);
  });
  it('is exact for products of exact numbers, whatever float32 leaves of them', () => {
    const products = Float32Array.of(Math.fround(0.1) * Math.fround(0.2), Math.fround(0.7) * 3, 4);
    expect(Array.from(products, notationFor(products, 4))).toEqual(['0.02', '2.1', '4']);
  });
  it('writes measured numbers with the same places', () => {
    expect(written([1, 0.333, -0.5, 0])).toEqual(['1.00', '0.33', '−0.50', '0.00']);
    expect(written([362.0387, 0])).toEqual(['362.04', '0.00']);
    expect(written([1, 0.12345], 4)).toEqual(['1.0000', '0.1235']);
    expect(written([-25.4, 3], 0)).toEqual(['−25', '3']);
  });
  it('is measured for probabilities, whatever they are, and not for what is typed', () => {
    const values = [1, 0.5, 0];
    expect(values.map(notationFor(values, 2, 'probability'))).toEqual(['1.00', '0.50', '0.00']);
    const typed = [0.45, 0.333, 0];
    expect(typed.map(notationFor(typed, 2, 'typed'))).toEqual(['0.45', '0.333', '0']);
  });
  it('never takes a very small number for nothing', () => {
    expect(written([1, 1e-7])).toEqual(['1.00', '0.00']);
  });
  it('does not ask what is hidden', () => {
    expect(written([1, 2, -Infinity, -1e10]).slice(0, 2)).toEqual(['1', '2']);
  });
});

describe('a number that is typed', () => {
  it('may be written in any common way', () => {
    const typed = ['-1', '\u22121', '.5', '1e3', ' 2. ', '+0.25', '−1.5E-2', '１２．５'];
    expect(typed.map(parseNumber)).toEqual([-1, -1, 0.5, 1000, 2, 0.25, -0.015, 12.5]);
  });
  it('is none if anything else stands there', () => {
    for (const text of ['', ' ', '-', '.', '1,5', '0x10', 'Infinity', '1 2', 'a', '--1', '1e'])
      expect(parseNumber(text)).toBeNaN();
  });
  it('is none at once if it has many marks', () => {
    const begun = performance.now();
    expect(parseNumber(`1${'\u0301\u0323'.repeat(40_000)}`)).toBeNaN();
    expect(performance.now() - begun).toBeLessThan(500);
  });
  it('is written as elsewhere, and read back as itself', () => {
    expect([-1, 0.1, -1024.5, 1e21, 0].map((each) => formatTyped(Math.fround(each)))).toEqual([
      '−1',
      '0.1',
      '−1024.5',
      '1e+21',
      '0',
    ]);
    for (const value of [-1, 0.1, 1e21, 1e-9]) expect(parseNumber(formatTyped(value))).toBe(value);
  });
});

it('both ways of masking count as hidden', () => {
  expect(isHidden(-Infinity)).toBe(true);
  expect(isHidden(-1e10)).toBe(true);
  expect(isHidden(-1024)).toBe(false);
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

it('a part of a file is written in the unit of the whole', () => {
  expect(formatBytes(2_102_856)).toBe('2.1\u00a0MB');
  expect(formatBytes(1872)).toBe('2\u00a0kB');
  expect(formatBytes(999_499)).toBe('999\u00a0kB');
  expect(formatBytes(999_500)).toBe('1.0\u00a0MB');
  expect(formatBytes(300_000, 2_102_856)).toBe('0.3\u00a0MB');
});
