import { expect, it } from 'vitest';
import { activeSpot, fit, kNothing, look, pin } from '../../../web/src/view/selection.ts';

const cell = { query: 1, key: 4 };

it('what is looked at comes before what is pinned, and leaving brings the pinned back', () => {
  const pinned = pin(kNothing, cell);
  const looking = look(pinned, { query: 0, key: null });
  expect(activeSpot(looking)).toEqual({ query: 0, key: null });
  expect(activeSpot(look(looking, null))).toEqual(cell);
});

it('pinning the pinned spot lets it go', () => {
  expect(pin(pin(kNothing, cell), { ...cell }).pinned).toBeNull();
});

it('looking at the same spot again changes nothing', () => {
  const looking = look(kNothing, cell);
  expect(look(looking, { ...cell })).toBe(looking);
});

it('a spot that a shorter text lacks is let go', () => {
  expect(fit(pin(kNothing, cell), 4).pinned).toBeNull();
  expect(fit(pin(kNothing, cell), 5).pinned).toEqual(cell);
});
