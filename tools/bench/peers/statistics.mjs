// Medians and what becomes of them.

/** The middle value, or the mean of the two middle ones; null of none. */
export function median(values) {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** How far the middle half of the values lies around the median, as a share of it. */
export function spread(values) {
  if (values.length < 4) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  return (sorted.at(-1 - quarter) - sorted[quarter]) / (2 * median(values));
}

/** Of visits to one engine, each { load, peak, samples: { name: […] }, counting }. */
export function summary(visits) {
  const names = [...new Set(visits.flatMap(({ samples }) => Object.keys(samples)))];
  const all = Object.fromEntries(
    names.map((name) => [name, visits.flatMap(({ samples }) => samples[name] ?? [])]),
  );
  const known = (values) => values.filter((value) => typeof value === 'number');
  return {
    visits: visits.length,
    load: median(known(visits.map(({ load }) => load))),
    peak: median(known(visits.map(({ peak }) => peak))),
    counting: median(known(visits.map(({ counting }) => counting))),
    ...Object.fromEntries(names.map((name) => [name, median(all[name])])),
    spread: Object.fromEntries(names.map((name) => [name, spread(all[name])])),
  };
}

/** Of what is better when it is less. */
const lessIsBetter = new Set(['load', 'peak']);

/** The best of these rows' figures of this name, null where none has it. */
export function best(rows, name) {
  const values = rows.map((row) => row[name]).filter((value) => typeof value === 'number');
  if (values.length === 0) return null;
  return lessIsBetter.has(name) ? Math.min(...values) : Math.max(...values);
}

/** Whether all lists begin with the same `count` values. */
export const beginAlike = (lists, count) =>
  lists.every(
    (list) => list.length >= count && list.slice(0, count).every((x, i) => x === lists[0][i]),
  );
