/** For those who study models: surprise, activation patching, direct logit attribution. */
import { html } from 'lit';
import { kPapers, titleOf } from '../../../sources.ts';
import { chapter } from './chapter.ts';

const kLilysLogit = html`<p>
  After “Once upon a time, there was a little girl named” the logit of “Lily” is a sum: so much came
  from the embedding of “named” and its position, so much from each head and each feed-forward, and
  the rest from biases. (The last norm divides as it did in the whole run.) Press a layer’s
  attention to open its heads; subtract the logit of a second token, and the bars say what decides
  between the two.
</p>`;

export const study = {
  title: 'For those who study models',
  body: html`<p>
    The story is told; these are tools. They ask of the same model what researchers ask of models:
    what surprises it, where it keeps what it knows, which part speaks for a token. Most activations
    are named as in
    <a href="https://github.com/TransformerLensOrg/TransformerLens">TransformerLens</a>, a Python
    library for such studies, without its “hook_”. Every result can be saved as JSON, and the
    JavaScript that computes it stands under its figure.
  </p>`,
  surprise: 'What surprises it',
  surpriseBody: html`<p>
    How much a token surprises the model is −log₂ P, where P is the probability it gave that token;
    the figure shows this as bars, in bits. A model learns to be surprised as little as possible:
    the loss in training is the mean of such bars over all texts, in nats (1 bit is 0.69 nats).
    Perplexity says the same as a number of choices: a perplexity of 32 is the surprise of a guess
    among 32 tokens. Press a token: what was expected in its place?
  </p>`,
  patch: 'Where it keeps a difference',
  patchBody: html`<p>
    Two lines that differ in one word. Take one vector from the first run, put it into the second,
    and see whether the answer of the first comes back: where it does, that is where the model keeps
    the difference. In the figure 1 means that all of the first answer is back, 0 that nothing is.
    (This is <strong>activation patching</strong>.)
  </p>`,
  patched: {
    stories: html`<p>
      With “boy” in the line the model goes on with “Tim”, with “girl” with “Lily”. Before layer 1
      that word holds all of the difference: 1.00. Before layer 3 it still holds 0.86; before layer
      4 the last token, “named”, holds 0.92 and the word 0.08.
    </p>`,
    'stories-large': html`<p>
      With “boy” in the line the model goes on with “Tim”, with “girl” with “Lily”. Before layer 1
      that word holds all of the difference: 1.00. Before layer 2 it still holds 0.83; before layer
      3 the last token, “named”, holds more than the word does, 0.68 to 0.24.
    </p>`,
    zh: html`<p>
      The measure word knows what is measured: after <span lang="zh">这是一本有趣的</span> comes
      <span lang="zh">书</span>, book; with <span lang="zh">件</span> for
      <span lang="zh">本</span> comes <span lang="zh">事</span>, matter. Before layer 1 that one
      character holds all of the difference: 1.00. Before layer 5 it still holds 0.86; before layer
      7 the last one, <span lang="zh">的</span>, holds 0.87.
    </p>`,
    tang: html`<p>
      After <span lang="zh">床前明月光，疑是地上</span> comes <span lang="zh">霜</span>, frost,
      which rhymes with <span lang="zh">光</span>, light; with <span lang="zh">夜</span>, night, for
      <span lang="zh">光</span> comes <span lang="zh">人</span>. Before layer 1 that one character
      holds all of the difference: 1.00; before layer 2 0.88. In layer 4 head 2 of the last
      character, <span lang="zh">上</span>, gives <span lang="zh">光</span> 92% of its attention,
      and before layer 5 <span lang="zh">上</span> holds 0.57 and <span lang="zh">光</span> 0.14;
      before layer 7 <span lang="zh">上</span> holds 0.87.
    </p>`,
  },
  ablation: 'What each part is worth',
  ablationBody: html`<p>
    Leave out one part in a run of its own, and see what becomes of the next token: first each head,
    then each feed-forward, then each layer with all that it adds. (This is ablation.)
  </p>`,
  ablated: {
    stories: html`<p>
      After “Once upon a time, there was a little girl named” no head alone decides: whichever is
      set to zero, “Lily” still comes first, with 13.1% at least (39.3% with all of them). Without
      the feed-forward of layer 1 it has less than 0.1%, and without that of layer 5, 13.1%. Where
      the probability rises, the part spoke for other tokens.
    </p>`,
    'stories-large': html`<p>
      After “Once upon a time, there was a little girl named” no head alone decides: whichever is
      set to zero, “Lily” still comes first, with 51.5% at least (61.1% with all of them). Without
      the feed-forward of layer 1 it has 0.1%, and without that of layer 3, 34.6%. Where the
      probability rises, the part spoke for other tokens.
    </p>`,
    zh: html`<p>
      After <span lang="zh">今天很冷，我想喝一杯热</span> no head is worth much by itself: whichever
      is set to zero, <span lang="zh">水</span> still comes first, with 25.9% at least (32.5% with
      all of them). Without the feed-forward of layer 1 it has less than 0.1%.
    </p>`,
    tang: html`<p>
      After <span lang="zh">空山新雨后，天气晚来</span> most heads are hardly missed. Without the
      feed-forward of layer 1 the model’s first choice, <span lang="zh">新</span>, falls from 25.0%
      to 0.3%: that one part is worth more than any head.
    </p>`,
  },
  ablationMean: html`<p>
    Zeros are something that later layers have never met, and may break more than the part was
    worth. So research often puts in a mean over a data set; “mean” takes that over the positions of
    this one line.
  </p>`,
  ablationTranslator: html`<p>
    The same for a translation: the geometric mean of its tokens’ probabilities, without each part
    of encoder and decoder. In “The moon is very bright tonight.” no other head of the decoder is
    worth as much as head 4 of its first self-attention. Choose a token to see for which:
    <span lang="zh">很</span> falls from 38.8% to 14.3% without it. Some heads do harm here: without
    head 2 of the second self-attention the mean rises from 68.9% to 71.3%, for
    <span lang="zh">明</span> rises from 24.0% to 34.9%.
  </p>`,
  attribution: 'Which part speaks for a token',
  attributionBody: {
    stories: kLilysLogit,
    'stories-large': kLilysLogit,
    zh: html`<p>
      After <span lang="zh">今天很冷，我想喝一杯热</span> the logit of <span lang="zh">水</span> is
      a sum: so much came from the embedding of <span lang="zh">热</span> and its position, so much
      from each head and each feed-forward, and the rest from biases. (The last norm divides as it
      did in the whole run.) Press a layer’s attention to open its heads; subtract the logit of a
      second token, and the bars say what decides between the two.
    </p>`,
    tang: html`<p>
      After <span lang="zh">空山新雨后，天气晚来</span> the logit of <span lang="zh">新</span> is a
      sum: so much came from the embedding of <span lang="zh">来</span> and its position, so much
      from each head and each feed-forward, and the rest from biases. (The last norm divides as it
      did in the whole run.) Press a layer’s attention to open its heads; subtract the logit of a
      second token, and the bars say what decides between the two.
    </p>`,
  },
  circuit: 'What a head is made for',
  circuitBody: html`<p>
    What a head does on a line depends on the line; what it can do stands in its weights. They make
    two circuits: W<sub>Q</sub> and W<sub>K</sub> give a score to each pair of a token that looks
    and one that is looked at (QK), W<sub>V</sub> and W<sub>O</sub> say what is passed on of the one
    that is looked at (OV). Here both read only the embeddings of the line’s tokens, not what
    earlier layers would have added.
  </p>`,
  circuits: {
    stories: html`<p>
      In “Once upon a time, there was a little girl named”, head 5 of layer 5 scores the same token
      above others: 0.86 on average on the diagonal, −0.04 over all pairs that the causal mask
      leaves, and 6 of the last 10 tokens score themselves highest. In the run it also reads what
      earlier layers have added: there, in a line that repeats itself (${chapter('looking')}), it
      gives 39% to what followed the same token before. Press “girl” in the second figure: when head
      4 of layer 5 attends to it, it raises “she” most.
    </p>`,
    'stories-large': html`<p>
      In “Once upon a time, there was a little girl named”, head 1 of layer 3 scores the same token
      above others: 3.13 on average on the diagonal, 0.36 over all pairs that the causal mask
      leaves, and 8 of the last 10 tokens score themselves highest. In the run it also reads what
      earlier layers have added: there it likes the comma (${chapter('looking')}). Press “girl” in
      the second figure: when head 4 of layer 7 attends to it, it raises “little” most.
    </p>`,
    zh: html`<p>
      In <span lang="zh">今天很冷，我想喝一杯热</span> head 4 of layer 5 scores the same token above
      others on average: 2.12 on the diagonal, 0.17 over all pairs that the causal mask leaves; yet
      only 3 of the last 10 tokens score themselves highest. Press <span lang="zh">天</span>, day or
      sky, in the second figure: when head 6 of layer 7 attends to it, it raises
      <span lang="zh">明</span>, <span lang="zh">夏</span> and <span lang="zh">冬</span> most, what
      stands before <span lang="zh">天</span> in tomorrow, summer and winter.
    </p>`,
    tang: html`<p>
      In <span lang="zh">空山新雨后，天气晚来</span> head 1 of layer 6 scores the same token above
      others: 1.14 on average on the diagonal, 0.11 over all pairs that the causal mask leaves,
      though only 3 of the last 9 tokens score themselves highest. Press <span lang="zh">山</span>,
      mountain, in the second figure: when head 5 of layer 7 attends to it, it raises
      <span lang="zh">峰</span>, peak, and <span lang="zh">山</span> most.
    </p>`,
  },
  shapes: 'Where the norm stands',
  shapesBody: html`<p>
      The first transformer normalised the sum of what a part reads and adds (post-norm, like this
      page’s translators), GPT-2 normalises what a part reads (pre-norm, like the models here that
      write). Train both: four layers of 16 channels learn
      <strong class="eq">a a b a a b …</strong> as in ${chapter('learning')}. With the norm before,
      the loss is well below the dashed line after 100 steps. Choose “after” and run again: after
      100 steps it still guesses by frequency, 0.64; after 200 both have less than 0.2.
    </p>
    <p>
      At ten times the rate, 0.032, the model with the norm after stays on that line; with the norm
      before the loss falls below it, though it jumps about. This is why the first transformer’s
      rate rose slowly before it fell (warmup); pre-norm can do without
      (“${titleOf(kPapers.preNorm)}”). A model as small as this can also learn with no norm at all,
      from some seeds. Or choose positions of sine and cosine: nothing about them has to be learned,
      and yet it takes longer; after 100 steps the loss is well above that with learned ones. Or
      give no positions: each token sees one more token than the one before it, and that is enough.
    </p>`,
};

/** What of the reader's own model comes with the page; the rest is in `own-model.ts`. */
export const ownModel = {
  title: 'Your own model',
  body: html`<p>
    Have you trained a GPT-2, a <a href="https://github.com/karpathy/nanoGPT">nanoGPT</a>, a
    <a href="https://pytorch.org/docs/stable/generated/torch.nn.Transformer.html"
      >torch.nn.Transformer</a
    >
    or a classifier of texts (a torch.nn.TransformerEncoder with a head)? Look into it here.
  </p>`,
};
