/** From tokens to the next token: the chapters on what becomes of a text. */
import { html, type TemplateResult } from 'lit';
import { kPapers, titleOf } from '../../../sources.ts';
import { chapter } from './chapter.ts';

export const tokens = {
  title: 'Words become tokens',
  body: html`<p>
      A transformer never sees letters: the text is cut into <strong>tokens</strong>, which are
      entries of one fixed list, the model’s <strong>vocabulary</strong>; and a token’s place in
      that list, its <strong>id</strong>, is all that goes in.
    </p>
    <p>
      English is cut into pieces that occurred often (a rare word falls into several), Chinese into
      characters. The English pieces were found by <strong>byte-pair encoding</strong> (BPE): it
      begins with single bytes (a letter is one) and joins, again and again, the two pieces that
      most often stand side by side. Point at a token, or tap it, and see its piece of the text; it
      keeps its colour in every figure.
    </p>`,
  notes: {
    stories: 'A list of 2,048 pieces, learned from the stories by byte-pair encoding.',
    'stories-large': 'A list of 3,072 pieces, learned from the stories by byte-pair encoding.',
    zh: 'A list of 3,690 tokens: Chinese characters, marks, digits, letters and two special tokens. A character that is not in it becomes <unk>.',
    tang: 'A list of 4,418 tokens: 4,413 characters, three marks and two special ones. A character that is not in it becomes <unk>.',
  },
};

const alike = (nearest: string | TemplateResult) =>
  html`<p>
    Tokens that are used alike often have similar vectors. The list shows the nearest ones, by the
    cosine of the angle between them: ${nearest}. Further down, chance plays a part. The map is a
    projection of the whole table onto the two directions in which it varies most (PCA): much is
    lost in it, but some families can be seen.
  </p>`;

export const vectors = {
  title: 'Tokens become vectors',
  body: {
    stories: html`<p>
      The id picks one row out of a table: the token’s <strong>embedding</strong>, here 160 numbers.
      They were learned with everything else. Orange is above zero, blue below.
    </p>`,
    'stories-large': html`<p>
      The id picks one row out of a table: the token’s <strong>embedding</strong>, here 192 numbers.
      They were learned with everything else. Orange is above zero, blue below.
    </p>`,
    zh: html`<p>
      The id picks one row out of a table: the token’s <strong>embedding</strong>, here 192 numbers.
      They were learned with everything else. Orange is above zero, blue below.
    </p>`,
    tang: html`<p>
      The id picks one row out of a table: the token’s <strong>embedding</strong>, here 192 numbers.
      They were learned with everything else. Orange is above zero, blue below.
    </p>`,
  },
  map: 'Which tokens are alike',
  mapBody: {
    stories: alike(
      '“called” (0.55) is nearest to “named”; “boy” (0.63), “child” and “sister” are nearest to “girl”',
    ),
    'stories-large': alike(
      '“called” (0.52) is nearest to “named”; “boy” (0.66), “sister” and “child” are nearest to “girl”',
    ),
    zh: alike(
      html`<span lang="zh">冷</span> (“cold”, 0.57) is nearest to <span lang="zh">热</span> (“hot”);
        <span lang="zh">你</span> (“you”, 0.60) and <span lang="zh">他</span> (“he”) are nearest to
        <span lang="zh">我</span> (“I”)`,
    ),
    tang: alike(
      html`<span lang="zh">归</span> (“return”, 0.38) is nearest to
        <span lang="zh">来</span> (“come”); <span lang="zh">暮</span> (“dusk”, 0.57) and
        <span lang="zh">早</span> (“early”) are nearest to <span lang="zh">晚</span> (“evening”)`,
    ),
  },
  positions: 'Where a token stands',
  positionsBody: html`<p>
      Attention (${chapter('looking')}) by itself weighs tokens by what they are, not by where they
      stand. So every place has a vector too, and it is
      <strong>added</strong>: what enters the first layer is what the token is plus where it stands.
    </p>
    <p>
      This model has learned these vectors. Those of <strong>sine and cosine</strong>, from section
      3.5 of “${titleOf(kPapers.transformer)}”, have no weights to learn (the translators of
      ${chapter('translating')} use them): the d columns go in pairs, counted i = 0, 1, …; each pair
      is the sine and the cosine of <span class="eq">place ÷ 10000<sup>2i ÷ d</sup></span
      >, and each next pair changes more slowly. The vector k places on is then the same linear
      function of the vector here, wherever here is, so attention can go by distances. Choose them
      in the picture: the left columns change with every row, those on the right hardly at all.
    </p>`,
};

export const layers = {
  title: 'Layers refine',
  picture: {
    body: 'One layer, all of it: the line that runs up is the stream; everything else reads from it and adds to it.',
    parts: {
      vectors: 'vectors',
      stream: 'stream',
      norm: 'norm',
      heads: 'heads',
      feedForward: 'feed-forward',
      output: 'output table',
    },
    times: (layers: number) => `× ${layers} layers`,
  },
  body: html`<p>
    Every token travels on a <strong>residual stream</strong>: attention and feed-forward read it,
    through a norm, and add what they found. What a layer does not change passes on as it is; and in
    training the corrections (the gradient, ${chapter('learning')}) reach even the first layers
    directly, along the stream. The model’s last step takes the stream through one more norm,
    multiplies it, number by number, by each row of the table of embeddings (${chapter('vectors')};
    “output table” in the picture) and adds the products up; the sum is that token’s
    <strong>logit</strong>, and the token with the highest logit is the likeliest next. This step
    can be taken early, after any layer: the
    <a href=${kPapers.lens.href}><strong>logit lens</strong></a
    >. Before layer 1 no token has looked at anything yet, and the table that makes vectors of
    tokens also makes tokens of vectors: so the lens mostly gives back the token itself. Read a
    column from there downward and see a guess ripen.
  </p>`,
  norm: 'Layer norm',
  normBody: (times: number) =>
    html`<p>
      Layer 1 alone makes most of the stream’s vectors more than ${times} times as long; later
      layers change their lengths again, and each vector ends with a length of its own. So no part
      reads the stream as it is. <strong>Layer norm</strong> subtracts the mean of a token’s vector
      and divides by its standard deviation: after that the mean is 0 and the deviation almost
      exactly 1, in every layer (below 1 only because a small number, ε, is added to the variance so
      that the division cannot fail). Then each of the numbers is multiplied by a gain, and a bias
      is added, both its own and both learned.
    </p>`,
  feedForward: 'Feed-forward',
  feedForwardBody: html`<p>
    Attention carries something from token to token; the <strong>feed-forward</strong> works on each
    token alone. From a vector it makes four times as many numbers, the <strong>neurons</strong> of
    a hidden layer, each a weighted sum of the vector’s numbers; an activation function lets large
    positive ones through almost unchanged and turns every negative one into a number between −0.17
    and 0. Each neuron then adds its own row of weights to the stream, multiplied by its number: the
    larger that is, the more the neuron <strong>fires</strong>. Choose one: on which tokens does it
    fire, and which tokens does it make likelier?
  </p>`,
  output: 'The last step: logits',
  outputBody: html`<p>
    After the last layer comes one more norm. Then the vector of a token is multiplied, number by
    number, by each row of the table of embeddings, and the products are added up: the more the two
    point the same way, the larger the sum, and a longer row counts for more. This sum is the row’s
    logit. Choose one of the likeliest tokens and see which numbers speak for it and which against.
  </p>`,
};

export const next = {
  title: 'The next token',
  body: html`<p>
    The last step (${chapter('layers')}) gives every token of the list a number, its
    <strong>logit</strong>, and softmax makes probabilities of the logits:
    <span class="eq">P = e<sup>logit ÷ T</sup> ÷ sum</span>, the sum being that of all tokens. T is
    the <strong>temperature</strong>: above 1 it flattens the probabilities, below 1 it sharpens
    them. <strong>top‑k</strong> keeps the k likeliest, <strong>top‑p</strong> the fewest tokens
    whose probabilities add up to at least p. A token below the cut cannot be chosen; the
    probabilities of the others are scaled up until they add up to 1 again. A slider that you move
    here moves in ${chapter('writing')}, too.
  </p>`,
};
