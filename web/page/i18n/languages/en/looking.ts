/** Attention, with its two worked examples. */
import { html } from 'lit';
import type { Widths } from '../../../model-heads.ts';
import { kArticles, titleOf } from '../../../sources.ts';
import { chapter } from './chapter.ts';

export const looking = {
  title: 'Tokens look at each other',
  body: html`<p>
      Each head multiplies every token’s vector by three learned matrices of its own, W<sub>Q</sub>,
      W<sub>K</sub> and W<sub>V</sub>, and gets three vectors: a <strong>query</strong>, what it
      looks for; a <strong>key</strong>, what it can be found by; a <strong>value</strong>, what it
      hands over when it is found. A query that suits a key gets a large product, softmax makes
      weights of the products, and with these weights the values are mixed.
    </p>
    <p>
      Nobody told the heads what to look at; each found its own way in training. One head makes one
      mixture; several look for different things at once. However far apart two tokens stand, they
      are one step from each other; the price is one product for every pair of tokens: a text twice
      as long needs four times as many.
    </p>`,
  habits: {
    stories: html`<p>
      In “Once upon a time, there was a little girl named”, head 3 of layer 4 likes the comma: the
      tokens after it give it 44% of their attention, where attention spread evenly would give 12%.
      Head 5 of layer 4 gives 34% to the token before, where attention spread evenly would give 20%.
      What most of the others look for has no simple name. Pick some and compare, or let the figure
      find those that look at the token before, at the same token earlier, at punctuation.
    </p>`,
    'stories-large': html`<p>
      In “Once upon a time, there was a little girl named”, head 1 of layer 3 likes the comma: the
      tokens after it give it 58% of their attention, where attention spread evenly would give 12%.
      Head 6 of layer 5 gives 42% to the token before, where attention spread evenly would give 20%.
      What most of the others look for has no simple name. Pick some and compare, or let the figure
      find those that look at the token before, at the same token earlier, at punctuation.
    </p>`,
    zh: html`<p>
      In “<span lang="zh">今天很冷，我想喝一杯热</span>”, head 5 of layer 1 gives 99% of its
      attention to the character before, where attention spread evenly would give 20%, and head 6 of
      layer 1 43% to the first one. What most of the others look for has no simple name. Pick some
      and compare, or let the figure find those that look at the character before, at the same one
      earlier, at punctuation.
    </p>`,
    tang: html`<p>
      In “<span lang="zh">空山新雨后，天气晚来</span>”, head 4 of layer 3 gives 65% of its attention
      to the character before and head 5 of layer 3 59% to the first one, where attention spread
      evenly would give 21%. Three heads look for the rhyme. In “<span lang="zh"
        >白日依山尽，黄河入海流。欲穷千里目，更上一层</span
      >” the next character has to rhyme with <span lang="zh">流</span>: there head 2 of layer 4 and
      head 1 of layer 6 give it 98% of their attention, head 2 of layer 6 100% (read that line, pick
      one of the heads, then its last character). What most of the others look for has no simple
      name. Pick some and compare, or let the figure find those that look at the character before,
      at the same one earlier, at punctuation.
    </p>`,
  },
  /** Before a line to press. */
  repeating: 'For heads that look at the same token earlier, a line that repeats itself:',
  heads: 'All heads',
  headsText: 'Rows are layers, columns are heads.',
  one: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
  oneText: 'From the token that looks to those it looks at.',
  steps: 'Every step, in numbers',
  stepsBody: html`<p>
    Choose who looks. Its query is multiplied by every key, number by number, and the products are
    added; the sum, the score, is divided by √d, where d is how many numbers a query has (d<sub
      >k</sub
    >
    in the paper’s formula); softmax raises e to the power of each quotient and divides by the sum
    of these powers, so that the weights of a row add up to one; and the values are added up in
    these proportions to the token’s <strong>context vector</strong>.
  </p>`,
  join: 'The heads joined',
  joinBody: ({ heads, each, all }: Widths) =>
    html`<p>
      Each head hands over ${each} numbers; laid side by side, the ${heads} of them make ${all}
      again. The matrix <strong>W<sub>O</sub></strong> mixes them: every head has rows of its own in
      it, so what attention adds to the token’s vector (the stream of ${chapter('layers')}) is a
      sum: one summand per head, and a bias.
    </p>`,
  variance: 'Why divide by √d?',
  varianceBody: html`<p>
    If the numbers of a query and of a key are independent and random, with mean 0 and variance 1,
    the sum of their d products has the variance d. Large scores make the softmax choose one token
    and ignore all others, before anything has been learned; then its gradient
    (${chapter('learning')}) is almost zero, and training hardly moves it. Divided by √d the
    variance is 1 at any width. Change the width and watch.
  </p>`,
  mask: 'What the causal mask hides',
  maskBody: html`<p>
    A model that writes must not see what is not written yet. Before the softmax the scores are
    divided by √d, and every one to the right of the diagonal is set to −∞, which makes its weight
    exactly zero. The hatch stands where that happened. Because of the mask, training can use all
    places of a text at once: each must predict the token that comes next, and none can see it.
  </p>`,
  before: 'q · k',
  after: '÷ √d, masked',
  weights: 'softmax',
  padding: 'What the padding mask hides',
  paddingBody: html`<p>
    Sentences that are read together must be equally long, so the shorter one is filled up with
    padding. It means nothing and must not be looked at. Here the encoder of the translator
    (${chapter('translating')}), which has no causal mask, reads two sentences. Pick a head, take
    the padding mask away and see where the attention goes.
  </p>`,
  paddingReads: 'This model has learned English only.',
};

export const life = {
  summary: 'Worked example: “Life is short, eat dessert first”, with three numbers a word',
  body: html`<p>
    The same sums, small enough to follow with the eye. The sentence is cut into words (Chinese into
    characters), the words are sorted, and a word’s place in that order is its id; the id picks a
    row of three numbers. Table and weights are filled with random numbers: another seed gives
    others, the same seed the same ones, here and in PyTorch.
  </p>`,
  input: 'A sentence for random weights',
  seed: 'Seed',
  seedProblem: 'A seed is a whole number from 0 to 4294967295; the last good one stays.',
  tooLong: (words: number, limit: number) =>
    `The line has ${words} words; the figures read the first ${limit}. Nothing of your text is lost.`,
  embed: 'Words become vectors',
  embedText: 'A word’s id picks a row of three numbers.',
  look: 'Words look at each other',
  lookText: 'A row looks, a column is looked at. Each row adds up to one.',
  mix: 'Each takes along what it saw',
  mixText: 'The values of all words, mixed in the proportions of its row.',
  mixCaption: 'Context vectors',
  random: (seed: number) =>
    html`These weights are <strong>random</strong>, drawn as
      <code>torch.manual_seed(${seed})</code> draws them: they have learned nothing, so who looks at
      whom has no meaning. The sums are the real ones.`,
  article: html`For this sentence and seed 123 they are the very numbers in Sebastian Raschka’s
    article “${titleOf(kArticles.seeded)}”: <em>is</em> leaves with
    <span class="numbers">0.5313, 1.3607, 0.7891, 1.3110</span>.`,
  projections: 'Query, key and value',
  projectionsBody: html`<p>
    Every embedding x is multiplied by three matrices:
    <span class="eq">q = x·W<sub>query</sub></span
    >, <span class="eq">k = x·W<sub>key</sub></span
    >, <span class="eq">v = x·W<sub>value</sub></span
    >.
  </p>`,
  embeddings: 'Embeddings x',
  query: 'Queries q',
  key: 'Keys k',
  value: 'Values v',
  weight: (of: 'query' | 'key' | 'value') => `W ${of}`,
  steps: 'One word, sum by sum',
};

export const byHand = {
  summary: 'Worked example: three inputs and weights of whole numbers, by pencil and paper',
  body: html`<p>
    The example of Raimi Karim’s “${titleOf(kArticles.threeInputs)}”: three inputs of four numbers,
    weights of small whole numbers, and no division by √d<sub>k</sub>: small enough to check by
    hand. Change any number of x or of the weights; everything after it follows.
  </p>`,
  restore: 'Back to the example’s numbers',
  comparison: html`<p>
    <strong>What a retelling’s code computes.</strong> In an article that retells the example and
    can no longer be found (Karim’s own is right), the last two lines weight the values with the
    softmax and then add along the wrong axis: over the tokens that look instead of those that are
    looked at. That is αᵀ·v where the formula says α·v: a transpose is missing. The rows of α add up
    to one, its columns do not, so these are no longer means of the values. (This one product is the
    page’s own sum; all others are the engine’s.)
  </p>`,
};
