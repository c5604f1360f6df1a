/** Formats numbers for readers: a minus sign, fixed places, and a bound where a digit would be wrong. */

const kMinus = '\u2212';
/** Scores at or below this are "hidden by a mask", whatever large number the model uses for it. */
const kHiddenBelow = -1e9;

/** Whether a score stands for "masked out" rather than for a number. */
export function isHidden(value: number): boolean {
  return value <= kHiddenBelow;
}

/** `value` with `digits` decimal places: "−0.1778", "0.00", "−∞". A value that rounds to zero has no sign. */
export function formatFixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${kMinus}∞`;
  // From here on toFixed writes powers as code does.
  if (Math.abs(value) >= 1e21) return formatPower(value);
  const text = Math.abs(value).toFixed(digits);
  const isZero = Number(text) === 0;
  return value < 0 && !isZero ? kMinus + text : text;
}

/** "0.0059 + 0.0110 ≈ 0.0170": an equals sign only where the printed terms add up to the printed sum. */
export function formatSum(left: number, right: number, sum: number, digits: number): string {
  const places = (value: number) => Math.round(value * 10 ** digits);
  const written = (value: number) => Number(value.toFixed(digits));
  const isExact = places(written(left)) + places(written(right)) === places(written(sum));
  const term = formatFixed(right, digits);
  return `${formatFixed(left, digits)} + ${term.startsWith(kMinus) ? `(${term})` : term} ${isExact ? '=' : '≈'} ${formatFixed(sum, digits)}`;
}

/** A weight with fixed places; one that is above zero and would round to it is written as "<0.0001". */
export function formatWeight(weight: number, digits: number): string {
  const isTiny = weight > 0 && weight < 0.5 * 10 ** -digits;
  return isTiny ? formatShort(weight, digits) : formatFixed(weight, digits);
}

/** As short as the number allows: integers without places, others with at most `digits`, tiny ones as "<0.0001". */
export function formatShort(value: number, digits = 4): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return formatInteger(value);
  const smallest = 10 ** -digits;
  if (Math.abs(value) < smallest / 2)
    return value > 0 ? `<${smallest.toFixed(digits)}` : `>${kMinus}${smallest.toFixed(digits)}`;
  return formatFixed(value, digits).replace(/0+$/, '').replace(/\.$/, '');
}

/** For a place of six characters: two decimals below 100, none above, and from 10,000 on one figure: "−2e7". */
export function formatBrief(value: number): string {
  const size = Math.abs(value);
  if (size < 9999.5 || !Number.isFinite(value)) return formatFixed(value, size < 99.995 ? 2 : 0);
  const text = size.toExponential(0).replace('+', '');
  return value < 0 ? kMinus + text : text;
}

/** How many there are of something: "4,418". */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function formatInteger(value: number): string {
  if (!Number.isFinite(value)) return formatFixed(value, 0);
  return Math.abs(value) < 1e6 ? formatFixed(value, 0) : formatPower(value);
}

/** Any magnitude with at most three figures: "1.51×10⁷", "10⁻⁵"; with exactly three where it was measured: "2.60×10⁻⁷". */
export function formatPower(value: number, origin: 'exact' | 'measured' = 'exact'): string {
  if (value === 0 || !Number.isFinite(value)) return formatFixed(value, 0);
  const [figures = '', exponent = ''] = Math.abs(value).toExponential(2).split('e');
  const superscript = [...exponent.replace('+', '')]
    .map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]))
    .join('');
  const shown = origin === 'measured' ? figures : figures.replace(/\.?0+$/, '');
  const sign = value < 0 ? kMinus : '';
  if (exponent === '+0') return `${sign}${shown}`;
  return `${sign}${shown === '1' ? '' : `${shown}×`}10${superscript}`;
}

/** A probability as a percentage; what is neither nothing nor everything never reads "0.0%" or "100.0%". No blank: it does not break. */
export function formatPercent(probability: number, digits = 1): string {
  const percent = probability * 100;
  const smallest = 10 ** -digits;
  if (percent > 0 && percent < smallest / 2) return `<${smallest.toFixed(digits)}%`;
  if (percent < 100 && percent > 100 - smallest / 2) return `>${(100 - smallest).toFixed(digits)}%`;
  return `${formatFixed(percent, digits)}%`;
}

/**
 * The size of a file: "312 kB", "2.1 MB" (1 kB is 1000 bytes). The blank does not break.
 * @param whole a size whose unit is taken, as for a part of it
 */
export function formatBytes(bytes: number, whole = bytes): string {
  return whole < 999_500
    ? `${formatFixed(bytes / 1000, 0)}\u00a0kB`
    : `${formatFixed(bytes / 1e6, 1)}\u00a0MB`;
}

/** Numbers with at most so many places are exact: what somebody wrote down, or a product of such. */
const kExactPlaces = 2;
/** What float32 arithmetic leaves of a written number. */
const kRounding = 2e-6;

/** How a matrix's numbers came about. */
export type Origin = 'computed' | 'probability' | 'typed';

/**
 * How all numbers of one matrix are written, so that it looks alike in every cell. What the reader types is written as
 * short as it goes, and so is what was computed if every number is exact ("1", "0.5", "−1024"); else all were measured
 * and have the same `digits` places ("0.50", "−0.13"). Probabilities that were computed are measured always: they are
 * compared from matrix to matrix.
 */
export function notationFor(
  values: ArrayLike<number>,
  digits: number,
  origin: Origin = 'computed',
): (value: number) => string {
  if (origin === 'typed') return formatTyped;
  const measured = (value: number) => formatFixed(value, digits);
  if (origin === 'probability') return measured;
  const places = Math.min(digits, kExactPlaces);
  for (let i = 0; i < values.length; ++i) {
    const value = values[i] as number;
    if (Number.isFinite(value) && !isHidden(value) && !isExact(value, places)) return measured;
  }
  return (value) => formatShort(roundTo(value, places), places);
}

function isExact(value: number, places: number): boolean {
  const rounded = roundTo(value, places);
  return Math.abs(value - rounded) <= kRounding * Math.abs(rounded);
}

function roundTo(value: number, places: number): number {
  return Number.isFinite(value) ? Number(value.toFixed(places)) : value;
}

/** The figures that float32 is sure of. */
const kSureFigures = 6;

/** A number in a field: nothing is rounded away that the reader typed, and float32 adds no figures of its own. */
export function formatTyped(value: number): string {
  return String(Number(value.toPrecision(kSureFigures))).replaceAll('-', kMinus);
}

/** The number that was typed, with either minus, in any common form ("-1", "−1", ".5", "1e3"); NaN if it is none. */
export function parseNumber(text: string): number {
  // No number has a combining mark; a browser takes seconds to normalise tens of thousands of them.
  if (/\p{M}/u.test(text)) return Number.NaN;
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/g, '-')
    .trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}
