import 'glassformer/elements';
import type { GlassAttention, GlassEvents } from 'glassformer/elements';
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
// @ts-expect-error: no such property
document.createElement('glass-attention').circles = true;
// @ts-expect-error: no such view
document.createElement('glass-attention').view = 'circles';
// @ts-expect-error: the detail of another event
document.addEventListener('glass-view', ({ detail }) => detail.run);
document.createElement('glass-translate').gloss = table;
// @ts-expect-error: a word stands for texts
document.createElement('glass-translate').gloss = { tea: 1 };
