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
  'on:glass-pin': ({ detail }) => 'token' in detail && (detail.token satisfies number),
};
export const model: SvelteHTMLElements['glass-model'] = { src: 'stories', 'max-tokens': '32' };
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
