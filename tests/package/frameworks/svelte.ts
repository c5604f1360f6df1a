import type {} from 'glassformer/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

export const well: SvelteHTMLElements['glass-attention'] = {
  class: 'figure',
  layer: 1,
  view: 'lines',
  'fixed-view': true,
  keyTokens: [],
  'onglass-view': ({ detail, currentTarget }) => [
    detail.view satisfies string,
    currentTarget.fixedView satisfies boolean,
  ],
  'on:glass-pin': ({ detail }) => detail.row satisfies number | null,
};
export const model: SvelteHTMLElements['glass-model'] = { src: 'stories', 'max-tokens': '32' };
export const matrix: SvelteHTMLElements['glass-matrix'] = {
  values: '[[1, 2], [3, 4]]',
  'row-labels': '["a", "b"]',
  columnLabels: ['a', { text: 'b' }],
  digits: '1',
  'onglass-pin': ({ detail }) => detail.row satisfies number | null,
};
export const some: SvelteHTMLElements['glass-norm'] = { fixed: 'token layer' };
export const all: SvelteHTMLElements['glass-norm'] = { fixed: true };
// @ts-expect-error: a control of another tag
export const control: SvelteHTMLElements['glass-norm'] = { fixed: 'view' };
// @ts-expect-error: it has no controls
export const none: SvelteHTMLElements['glass-tokens'] = { fixed: 'token' };
export const rows: SvelteHTMLElements['glass-matrix'] = { values: [[1, 2]] };
// @ts-expect-error: of an attribute, a text
export const labels: SvelteHTMLElements['glass-matrix'] = { 'row-labels': [{ text: 'a' }] };
// @ts-expect-error: no such view
export const view: SvelteHTMLElements['glass-attention'] = { view: 'circles' };
// @ts-expect-error: a number
export const layer: SvelteHTMLElements['glass-attention'] = { layer: 'one' };
// @ts-expect-error: no such property
export const circles: SvelteHTMLElements['glass-attention'] = { circles: true };
// @ts-expect-error: no such attribute
export const attribute: SvelteHTMLElements['glass-attention'] = { 'no-circles': true };
// @ts-expect-error: one of another tag
export const source: SvelteHTMLElements['glass-attention'] = { src: 'stories' };
