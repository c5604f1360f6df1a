import type {} from 'glassformer/vue';
import type { GlobalComponents } from 'vue';

type Props<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>['$props'];
export const well: Props<'glass-attention'> = {
  key: 'one',
  class: ['figure'],
  layer: 1,
  view: 'lines',
  fixedView: true,
  'fixed-view': true,
  keyTokens: [],
  onGlassView: ({ detail, currentTarget }) => [
    detail.view satisfies string,
    currentTarget.fixedView satisfies boolean,
  ],
};
export const model: Props<'glass-model'> = { src: 'stories', 'max-tokens': '32', maxTokens: 32 };
export const alone: Props<'glass-attention'> = { model: 'stories', text: 'Once', lazy: true };
// @ts-expect-error: a name
export const named: Props<'glass-attention'> = { model: 1 };
export const matrix: Props<'glass-matrix'> = {
  values: '[[1, 2], [3, 4]]',
  'row-labels': '["a", "b"]',
  columnLabels: ['a', { text: 'b' }],
  digits: '1',
  onGlassPin: ({ detail }) => detail.row satisfies number | null,
};
export const some: Props<'glass-norm'> = { fixed: 'token layer' };
export const all: Props<'glass-norm'> = { fixed: true };
// @ts-expect-error: a control of another tag
export const control: Props<'glass-norm'> = { fixed: 'view' };
// @ts-expect-error: it has no controls
export const none: Props<'glass-tokens'> = { fixed: 'token' };
export const rows: Props<'glass-matrix'> = { values: [[1, 2]] };
// @ts-expect-error: of an attribute, a text
export const labels: Props<'glass-matrix'> = { 'row-labels': [{ text: 'a' }] };
// @ts-expect-error: no such view
export const view: Props<'glass-attention'> = { view: 'circles' };
// @ts-expect-error: a number
export const layer: Props<'glass-attention'> = { layer: 'one' };
// @ts-expect-error: no such property
export const circles: Props<'glass-attention'> = { circles: true };
// @ts-expect-error: no such attribute
export const attribute: Props<'glass-attention'> = { 'no-circles': true };
// @ts-expect-error: one of another tag
export const source: Props<'glass-attention'> = { src: 'stories' };
// @ts-expect-error: no such tag
export type Tag = Props<'glass-circles'>;
