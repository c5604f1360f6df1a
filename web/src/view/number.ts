/** Numbers as a reader meets them: a true minus, fixed places, and words where a digit would lie. */

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
  const text = Math.abs(value).toFixed(digits);
  const isZero = Number(text) === 0;
  return value < 0 && !isZero ? kMinus + text : text;
}

/** A probability in little room: ".69", "1". */
export function formatDense(probability: number, digits: number): string {
  const text = formatFixed(probability, digits);
  return Number(text) === 1 ? '1' : text.replace(/^0\./, '.');
}

/** "0.0059 + 0.0110 ≈ 0.0170": an equals sign only where the printed terms add up to the printed sum. */
export function formatSum(left: number, right: number, sum: number, digits: number): string {
  const places = (value: number) => Math.round(value * 10 ** digits);
  const written = (value: number) => Number(value.toFixed(digits));
  const isExact = places(written(left)) + places(written(right)) === places(written(sum));
  const term = formatFixed(right, digits);
  return `${formatFixed(left, digits)} + ${term.startsWith(kMinus) ? `(${term})` : term} ${isExact ? '=' : '≈'} ${formatFixed(sum, digits)}`;
}

/** A weight with fixed places; one that is not nothing does not read as nothing: "<0.0001". */
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

function formatInteger(value: number): string {
  if (!Number.isFinite(value)) return formatFixed(value, 0);
  return Math.abs(value) < 1e6 ? formatFixed(value, 0) : formatPower(value);
}

/** Large magnitudes with three figures: "1.51×10⁷". */
export function formatPower(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return formatFixed(value, 0);
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  const mantissa = value / 10 ** exponent;
  const superscript = [...String(exponent)]
    .map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]))
    .join('');
  const shown = formatShort(mantissa, 2);
  return Math.abs(mantissa) === 1
    ? `${shown.replace('1', '')}10${superscript}`
    : `${shown}×10${superscript}`;
}

/** A probability as a percentage; what is neither nothing nor everything never reads "0.0 %" or "100.0 %". */
export function formatPercent(probability: number, digits = 1): string {
  const percent = probability * 100;
  const smallest = 10 ** -digits;
  if (percent > 0 && percent < smallest / 2) return `<${smallest.toFixed(digits)} %`;
  if (percent < 100 && percent > 100 - smallest / 2)
    return `>${(100 - smallest).toFixed(digits)} %`;
  return `${formatFixed(percent, digits)} %`;
}

/** Decimal places that suit a matrix: none if every number is whole, else `digits`. */
export function placesFor(values: ArrayLike<number>, digits: number): number {
  for (let i = 0; i < values.length; ++i) {
    const value = values[i] as number;
    if (Number.isFinite(value) && !isHidden(value) && !Number.isInteger(value)) return digits;
  }
  return 0;
}

/** "128 KB", "1.4 MB": powers of 1000, as downloads are counted. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} KB`;
  return `${formatShort(bytes / 1e6, 1)} MB`;
}
