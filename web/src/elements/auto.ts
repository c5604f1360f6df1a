/**
 * Defines a tag when the document first has one of its name, also one that a script adds later: what a page has no tag
 * for is not downloaded. A name that begins with `glass-` and is none of them, and that the page does not define, gets
 * a warning. Where there is no document, importing this file does nothing.
 */
import { firstCopy, isFirst } from './base/one-copy.ts';

const modules: Readonly<Record<string, () => Promise<unknown>>> = {
  'glass-ablation': () => import('./glass-ablation/glass-ablation.ts'),
  'glass-attention': () => import('./glass-attention/glass-attention.ts'),
  'glass-attention-steps': () => import('./glass-attention-steps/glass-attention-steps.ts'),
  'glass-attribution': () => import('./glass-attribution/glass-attribution.ts'),
  'glass-beam-tree': () => import('./glass-beam-tree/glass-beam-tree.ts'),
  'glass-block': () => import('./glass-block/glass-block.ts'),
  'glass-by-hand': () => import('./glass-by-hand/glass-by-hand.ts'),
  'glass-changes': () => import('./glass-changes/glass-changes.ts'),
  'glass-circuit': () => import('./glass-circuit/glass-circuit.ts'),
  'glass-embeddings': () => import('./glass-embeddings/glass-embeddings.ts'),
  'glass-feed-forward': () => import('./glass-feed-forward/glass-feed-forward.ts'),
  'glass-generate': () => import('./glass-generate/glass-generate.ts'),
  'glass-heads': () => import('./glass-heads/glass-heads.ts'),
  'glass-input': () => import('./glass-input/glass-input.ts'),
  'glass-join': () => import('./glass-join/glass-join.ts'),
  'glass-logits': () => import('./glass-logits/glass-logits.ts'),
  'glass-map': () => import('./glass-map/glass-map.ts'),
  'glass-matrix': () => import('./glass-matrix/glass-matrix.ts'),
  'glass-model': () => import('./glass-model/glass-model.ts'),
  'glass-next-token': () => import('./glass-next-token/glass-next-token.ts'),
  'glass-norm': () => import('./glass-norm/glass-norm.ts'),
  'glass-padding': () => import('./glass-padding/glass-padding.ts'),
  'glass-patch': () => import('./glass-patch/glass-patch.ts'),
  'glass-positions': () => import('./glass-positions/glass-positions.ts'),
  'glass-proof': () => import('./glass-proof/glass-proof.ts'),
  'glass-save': () => import('./glass-save/glass-save.ts'),
  'glass-surprise': () => import('./glass-surprise/glass-surprise.ts'),
  'glass-tokens': () => import('./glass-tokens/glass-tokens.ts'),
  'glass-train': () => import('./glass-train/glass-train.ts'),
  'glass-translate': () => import('./glass-translate/glass-translate.ts'),
  'glass-variance': () => import('./glass-variance/glass-variance.ts'),
};

export type { GlassEvents } from './index.ts';

const asked = new Set<string>();
const kLaterMs = 3000;

async function define(tag: string): Promise<void> {
  if (!tag.startsWith('glass-') || asked.has(tag)) return;
  asked.add(tag);
  const load = modules[tag];
  if (load === undefined) {
    // It may be the page's own, which a later script defines.
    setTimeout(() => {
      if (!customElements.get(tag)) console.warn(`glassformer has no <${tag}>, nor has this page`);
    }, kLaterMs);
    return;
  }
  try {
    await load();
  } catch (cause) {
    // Asked for again with the next one of its name: a line may have been down.
    asked.delete(tag);
    reportError(new Error(`glassformer: <${tag}> could not be fetched`, { cause }));
  }
}

const kUndefined = ':not(:defined)';

function defineAllIn(root: ParentNode): void {
  for (const { localName } of root.querySelectorAll(kUndefined)) void define(localName);
}

/**
 * Defines the tags in `root`, those that it has and those that come: of a shadow root of yours, which importing this
 * file does not see into. Nothing more is watched when `root` is gone.
 *
 * @throws TypeError for what is neither.
 */
export function defineWhenMet(root: Document | ShadowRoot): void {
  if (!(root instanceof Document || root instanceof ShadowRoot))
    throw new TypeError(`defineWhenMet takes a document or a shadow root, found ${String(root)}`);
  // That of the copy which came first: figures of two copies would not find each other.
  firstCopy().watch?.(root);
}

function watch(root: Document | ShadowRoot): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches(kUndefined)) void define(node.localName);
      defineAllIn(node);
    }
  }).observe(root, { childList: true, subtree: true });
  defineAllIn(root);
}

// Where there is no document, nothing is watched.
if (typeof MutationObserver === 'function' && isFirst(Object.keys(modules))) {
  firstCopy().watch ??= watch;
  watch(document);
}
