import 'glassformer/elements';
import type { GlassAttention, GlassEvents, Label, Rows } from 'glassformer/elements';
import type { GlassAttention as Alone } from 'glassformer/elements/glass-attention';
import table from 'glassformer/models/en-zh/gloss.json' with { type: 'json' };

document.createElement('glass-attention') satisfies GlassAttention;
document.createElement('glass-attention') satisfies Alone;
document.createElement('glass-attention').modelName satisfies string;
document.querySelector('glass-model')?.maxTokens satisfies number | null | undefined;
document.addEventListener('glass-run', ({ detail }) => detail satisfies GlassEvents['glass-run']);
document
  .createElement('glass-attention')
  .addEventListener('glass-view', ({ detail }) => detail.view satisfies string);
const map = document.createElement('glass-map');
const listen = (event: CustomEvent<{ readonly view: 'all' | 'text' }>) => event.detail.view;
map.addEventListener('glass-view', listen);
map.removeEventListener('glass-view', listen);
map.addEventListener('click', ({ clientX }) => clientX satisfies number);
map.addEventListener('glass-pin', function ({ detail }) {
  return [detail.token satisfies number, this.view satisfies 'all' | 'text'];
});
document
  .createElement('glass-embeddings')
  .addEventListener('glass-pin', ({ detail }) => detail.row satisfies number | null);
document
  .createElement('glass-generate')
  .addEventListener('glass-settings', ({ detail }) => detail.settings.num_beams satisfies number);
document
  .createElement('glass-model')
  .addEventListener('glass-error', ({ detail }) => detail.error.message satisfies string);
// @ts-expect-error: the pin of another tag
document.createElement('glass-matrix').addEventListener('glass-pin', ({ detail }) => detail.token);
const labels: readonly Label[] = [{ text: 'a', position: 1 }];
const rows: Rows = [[1, null]];
Object.assign(document.createElement('glass-matrix'), { values: rows, rowLabels: labels });
document.createElement('glass-matrix').values = rows;
document.createElement('glass-matrix').rowLabels = ['a', ...labels];
// @ts-expect-error: rows of numbers
document.createElement('glass-matrix').values = [['a']];
// @ts-expect-error: no such property
document.createElement('glass-attention').circles = true;
// @ts-expect-error: no such view
document.createElement('glass-attention').view = 'circles';
// @ts-expect-error: the detail of another event
document.addEventListener('glass-view', ({ detail }) => detail.run);
document.createElement('glass-translate').gloss = table;
// @ts-expect-error: a word stands for texts
document.createElement('glass-translate').gloss = { tea: 1 };
