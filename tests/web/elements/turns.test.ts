import { expect, it } from 'vitest';
import { Turns } from '../../../web/src/elements/base/turns.ts';

it('calls run one after another, also behind one that fails', async () => {
  const turns = new Turns();
  const events: string[] = [];
  const call = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === 'b') throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => turns.take(call(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[2]).toMatchObject({ value: 'c' });
  expect(events).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
