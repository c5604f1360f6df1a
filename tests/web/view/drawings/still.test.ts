import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../web/src/shared/generation-types.ts';
import {
  stillAttention,
  stillCandidates,
  stillHeads,
  stillStyles,
} from '../../../../web/src/view/drawings/still.ts';
import { tensor } from '../../../../web/src/view/matrix.ts';
import { elementsOf, markupOf } from './markup.ts';

const tokens = ['a', 'dog'].map((text, id) => ({ id, text, start: 0, end: 0 }));
const pattern = tensor([2, 2, 2], [1, 0, 0.25, 0.75, 1, 0, 0, 1]);
const scores = tensor([2, 2, 2], [3, -Infinity, 1, 2, 3, -Infinity, 1, 2]);

describe('stillAttention', () => {
  const markup = markupOf(stillAttention({ pattern, scores, head: 0, tokens, label: 'who looks' }));

  it('writes each weight that is not hidden, in its shade', () => {
    const cells = elementsOf(markup, 'rect').filter(({ class: shade }) => shade !== undefined);
    expect(cells.map((cell) => cell['class'])).toEqual([
      'gf-shade-16',
      'gf-shade-8',
      'gf-shade-14',
    ]);
    expect(markup.match(/\d\.\d\d(?=<\/text>)/g)).toEqual(['1.00', '0.25', '0.75']);
    for (const { class: shade } of cells) expect(stillStyles).toContain(`.${shade} {`);
  });

  it('hatches what is hidden', () => {
    const hatch = elementsOf(markup, 'path').find(({ fill }) => fill === 'url(#gf-hatch)');
    expect(hatch?.['d']).toMatch(/^M([\d.]+) \d+H([\d.]+)v26H\1zM\2 \d+H\2v26H\2z$/);
  });

  it('names both sides in the colours of the tokens', () => {
    const names = elementsOf(markup, 'text').filter(({ fill }) => fill !== undefined);
    expect(names.map(({ fill }) => fill)).toEqual(
      ['var(--gf-token-0)', 'var(--gf-token-1)'].flatMap((each) => [each, each]),
    );
    expect(elementsOf(markup, 'svg')[0]).toMatchObject({ role: 'img', 'aria-label': 'who looks' });
  });
});

it('small pictures of the heads have a path for each shade, in which neighbours are one', () => {
  const even = tensor([1, 2, 2], [0.25, 0.25, 0, 1]);
  const markup = markupOf(
    stillHeads([pattern, even], 'all heads', (layer) => `row ${layer}`, { layer: 0, head: 1 }),
  );
  expect(markup).toMatch(/>row 1<[^]*>row 2</);
  const frame = elementsOf(markup, 'rect').find(({ stroke }) => stroke !== undefined);
  expect(frame).toMatchObject({ x: '41', y: '-2', width: '40', height: '40' });
  const paths = elementsOf(markup, 'path').map(({ d, class: shade }) => `${shade} ${d}`);
  expect(paths).toEqual([
    'gf-shade-8 M0 1h1v1h-1z',
    'gf-shade-14 M1 1h1v1h-1z',
    'gf-shade-16 M0 0h1v1h-1z',
    'gf-shade-16 M0 0h1v1h-1zM1 1h1v1h-1z',
    'gf-shade-8 M0 0h2v1h-2z',
    'gf-shade-16 M1 1h1v1h-1z',
  ]);
});

it('candidates have a bar each, the likeliest first and longest', () => {
  const candidate = (id: number, text: string, probability: number): Candidate => ({
    id,
    text,
    logit: Math.log(probability),
    probability,
    after_penalties: probability,
    after_temperature: probability,
    after_top_k: probability,
    after_top_p: probability,
    final_probability: probability,
    kept: true,
  });
  const candidates = [candidate(1, ' cat', 0.2), candidate(2, 'dog', 0.4)];
  const markup = markupOf(stillCandidates(candidates, 'next token'));
  expect(elementsOf(markup, 'rect').map(({ width }) => width)).toEqual(['160.0', '80.0']);
  expect(markup.match(/(?<=>)[^<>\s]+(?=<\/text>)/g)).toEqual(['dog', '40.0%', 'cat', '20.0%']);
  // The blank of a token is seen.
  expect(markup).toMatch(/<tspan[^>]*>␣<\/tspan>(<[^>]*>)*cat/);
});
