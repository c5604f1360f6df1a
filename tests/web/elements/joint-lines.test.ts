import { expect, it } from 'vitest';
import { jointLines } from '../../../web/src/elements/glass-save/joint-lines.ts';

const kShared = ['Text: a b', 'stories: 5 layers'];

it('what all figures are about is said once', () => {
  expect(jointLines([])).toEqual([]);
  expect(
    jointLines([
      ['All heads', kShared],
      ['Layer 1, head 2: Attention', [...kShared, 'Layer 1, head 2']],
    ]),
  ).toEqual([...kShared, 'Layer 1, head 2']);
  // Two figures of one head.
  expect(
    jointLines([
      ['Attention', [...kShared, 'Layer 1, head 2']],
      ['Steps', [...kShared, 'Layer 1, head 2']],
    ]),
  ).toEqual([...kShared, 'Layer 1, head 2']);
});

it('heads and settings that differ are those of a named figure', () => {
  expect(
    jointLines([
      ['Layer 1, head 2: Attention', [...kShared, 'Layer 1, head 2']],
      ['The chips', kShared],
      ['QK circuit of head 4 of layer 3', [...kShared, 'Layer 3, head 4']],
    ]),
  ).toEqual([
    ...kShared,
    'Layer 1, head 2: Attention',
    'QK circuit of head 4 of layer 3',
    'Layer 3, head 4',
  ]);
  expect(
    jointLines([
      ['下一个词元，温度 0.5', ['温度：0.5', 'top-k：不用']],
      ['下一个词元，温度 2', ['温度：2', 'top-k：不用']],
    ]),
  ).toEqual(['top-k：不用', '下一个词元，温度 0.5', '下一个词元，温度 2']);
});

it('figures of several models have each their own text and model', () => {
  expect(
    jointLines([
      ['Attention', ['Text: a', 'stories']],
      ['Next token', ['Text: b', 'tang']],
    ]),
  ).toEqual(['Attention', 'Text: a', 'stories', 'Next token', 'Text: b', 'tang']);
});
