/** What defines a tag that the page's first view does not have: the parts in which the story fetches its chapters. */
const kParts: readonly (readonly [() => Promise<unknown>, ...string[]])[] = [
  [
    () => import('../elements/layers.ts'),
    'glass-block',
    'glass-feed-forward',
    'glass-logits',
    'glass-norm',
  ],
  [() => import('../elements/learning.ts'), 'glass-train'],
  [
    () => import('../elements/looking.ts'),
    'glass-attention-steps',
    'glass-join',
    'glass-variance',
    'glass-padding',
    'glass-by-hand',
  ],
  [() => import('../elements/proof.ts'), 'glass-proof'],
  [
    () => import('../elements/study.ts'),
    'glass-ablation',
    'glass-attribution',
    'glass-circuit',
    'glass-patch',
    'glass-surprise',
  ],
  [() => import('../elements/translating.ts'), 'glass-translate'],
  [() => import('../elements/vectors.ts'), 'glass-embeddings', 'glass-map', 'glass-positions'],
  [() => import('../elements/writing.ts'), 'glass-generate', 'glass-beam-tree'],
];

/** The tags that it can define. */
export const laterTags: ReadonlySet<string> = new Set(kParts.flatMap(([, ...tags]) => tags));

/** Defines those of these tags that are not defined yet. */
export async function define(tags: Iterable<string>): Promise<void> {
  const missing = [...tags].filter((tag) => customElements.get(tag) === undefined);
  const parts = kParts.filter(([, ...all]) => all.some((tag) => missing.includes(tag)));
  await Promise.all(parts.map(([load]) => load()));
}
