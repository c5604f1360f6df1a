/**
 * How high a figure of a short sentence is in a column of text, about. `placeholder.css` says the same to pages for the time
 * before the elements are defined.
 */
export const kHeights: Readonly<Record<string, string>> = {
  'glass-ablation': '38rem',
  'glass-attention': '19.5rem',
  'glass-attention-steps': '57rem',
  'glass-attribution': '31rem',
  'glass-block': '32rem',
  'glass-circuit': '26rem',
  'glass-embeddings': '10.5rem',
  'glass-feed-forward': '43rem',
  'glass-generate': '33rem',
  'glass-heads': '19rem',
  'glass-input': '3rem',
  'glass-join': '44rem',
  'glass-logits': '34rem',
  'glass-map': '24rem',
  'glass-next-token': '19.5rem',
  'glass-norm': '30rem',
  'glass-padding': '40rem',
  'glass-patch': '38rem',
  'glass-positions': '36rem',
  'glass-proof': '3.5rem',
  'glass-surprise': '23rem',
  'glass-tokens': '2rem',
  'glass-train': '36rem',
  'glass-translate': '60rem',
  'glass-variance': '29rem',
};
