import { expect, it } from 'vitest';
import { changeWriter, withHeadsOf } from '../../../web/page/own-heads.ts';

it('each model gets back the heads that were chosen in it', () => {
  const tang = {
    text: '空山',
    head: { layer: 2, head: 4 },
    ablations: [{ layer: 2, head: 4, factor: 0 }],
    picks: { cross: { layer: 0, head: 1 } },
  };
  const there = changeWriter({}, tang, 'tang', 'stories');
  expect(there.choices).toEqual({ text: '空山', picks: tang.picks });
  const stories = { ...there.choices, head: { layer: 1, head: 1 } };
  const back = changeWriter(there.kept, stories, 'stories', 'tang');
  expect(back.choices).toEqual(tang);
  expect(changeWriter(back.kept, back.choices, 'tang', 'stories').choices).toEqual(stories);
});

it('a head that the translator took over stays with it', () => {
  const head = { layer: 1, head: 2 };
  const { choices } = changeWriter({}, { head }, 'stories', 'tang');
  expect(choices).toEqual({ picks: { encoder: head, decoder: head, cross: head } });
});

it('heads that a model lacks are left out', () => {
  const choices = {
    head: { layer: 4, head: 5 },
    ablations: [
      { layer: 4, head: 5, factor: 0 },
      { layer: 5, head: 0, factor: 0 },
    ],
    picks: { encoder: { layer: 2, head: 3 }, cross: { layer: 3, head: 0 } },
    translatorAblations: [
      { layer: 0, head: 4, factor: 0, stack: 'encoder' as const },
      { layer: 2, head: 3, factor: 0, stack: 'cross' as const },
    ],
    text: 'a',
  };
  const translator = {
    picks: { encoder: { layer: 2, head: 3 } },
    translatorAblations: [{ layer: 2, head: 3, factor: 0, stack: 'cross' }],
    text: 'a',
  };
  expect(withHeadsOf('tang', choices)).toEqual({
    ...translator,
    head: choices.head,
    ablations: choices.ablations.slice(0, 1),
  });
  expect(withHeadsOf('stories', choices)).toEqual(translator);
});
