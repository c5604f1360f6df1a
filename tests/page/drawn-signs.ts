/** What shows that an element has drawn its figure. */

/** These have numbers of their own, and refuse a model. */
export const kWithout = ['glass-model', 'glass-train', 'glass-by-hand'];
export const kPair = ['glass-translate', 'glass-padding'];
/** What shows that each has drawn; the rest of its markup. */
export const kSigns: Readonly<Record<string, readonly [sign: string, inside?: string]>> = {
  'glass-ablation': ['td button'],
  'glass-attention': ['.cell'],
  'glass-attention-steps': ['td'],
  'glass-attribution': ['tr[part=part]'],
  'glass-beam-tree': ['.node'],
  'glass-block': ['td'],
  'glass-changes': [':scope'],
  'glass-circuit': ['glass-matrix .cell'],
  'glass-embeddings': ['canvas'],
  'glass-feed-forward': ['.pushes li'],
  'glass-generate': ['button'],
  'glass-heads': ['.head'],
  'glass-input': ['.mirror [data-place]'],
  'glass-join': ['canvas'],
  'glass-logits': ['dd'],
  'glass-map': ['svg'],
  'glass-matrix': ['.cell, canvas'],
  'glass-next-token': ['button'],
  'glass-norm': ['dd'],
  'glass-padding': ['.cell'],
  'glass-patch': ['td'],
  'glass-positions': ['.strip canvas'],
  'glass-proof': ['[part=check]'],
  'glass-save': ['glass-attention .cell', '<glass-attention></glass-attention>'],
  'glass-surprise': ['[part=mean]'],
  'glass-tokens': ['button'],
  'glass-translate': ['glass-attention svg path'],
  'glass-variance': ['svg'],
};
