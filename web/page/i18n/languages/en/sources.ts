/** Where the models, the ideas and the examples come from. */
import { html } from 'lit';
import { withLosses } from '../../../losses.ts';
import type { Translated, Written } from '../../../samples/index.ts';
import { chapter } from './chapter.ts';
import { voices } from './line.ts';

export const sources = {
  title: 'Sources',
  body: html`<p>
    Engine, figures and models are this project’s own; what they are built on stands here.
  </p>`,
  models: {
    title: 'The models in this page',
    stories: (credits: string) =>
      html`<strong>stories</strong>, which reads the line where it is English: a decoder of 5 layers
        with 5 heads each; width 160, feed-forward 640, 2,048 tokens, the last 256 in view; layer
        norm before each sub-layer, GELU, learned positions, one table for tokens and logits.
        1,915,360 parameters, kept in 8 bits. Trained on 20,347 stories of
        <a href="https://arxiv.org/abs/2305.07759">TinyStories</a> (Eldan and Li, 2023,
        CDLA-Sharing-1.0), a third of them a second time with other names, 700 of
        <a href="https://github.com/erikhyrkas/snakes">erikhyrkas/snakes</a> (MIT) and the picture
        books of <a href="https://www.africanstorybook.org">African Storybook</a> and
        <a href="https://storyweaver.org.in">Pratham Books</a> (CC BY,
        <a href=${credits}>each by its author</a>); loss on held-out stories 1.777 nats per token.`,
    'stories-large': (credits: string) =>
      html`<strong>larger, for stories</strong> (stories-large), which reads it where the reader
        chooses it: as <a href="#at=model-stories">stories</a>, with 7 layers of 6 heads; width 192,
        feed-forward 768, 3,072 tokens, the last 256 in view. 3,753,408 parameters, kept in 8 bits.
        Trained on the same 20,347 stories, without other names, and the same 1,200 tales and
        picture books (700 of them tales; <a href=${credits}>the books, each by its author</a>);
        loss on held-out stories 1.744 nats per token.`,
    zh: (credits: string) =>
      html`<strong>everyday Chinese</strong> (zh), which reads the line where it is modern Chinese:
        as <a href="#at=model-stories">stories</a>, with 7 layers of 6 heads; width 192,
        feed-forward 768, 3,690 tokens (by character), the last 256 in view. 3,872,064 parameters,
        kept in 8 bits. Trained on 89,000 texts: 2,900 are stories and school prose of reading tests
        (<a href="https://github.com/ymcui/cmrc2019">CMRC</a>, CC-BY-SA 4.0) and of African
        Storybook (CC-BY), the others single sentences of
        <a href="https://tatoeba.org">Tatoeba</a> (CC-BY 2.0 FR),
        <a href="https://github.com/thu-coai/KdConv">KdConv</a> and
        <a href="https://github.com/thu-coai/CrossWOZ">CrossWOZ</a> (Apache 2.0) and others,
        <a href=${credits}>each by its source</a>; loss on held-out texts 3.248 nats per token.`,
    tang: html`<strong>Tang poems</strong> (tang), which reads the line where it is verse of five or
      seven characters or classical Chinese: a decoder of 7 layers with 6 heads each; width 192,
      feed-forward 768, 4,418 tokens, the last 72 in view; norm, activation and positions as in
      stories. 3,976,512 parameters, kept in 8 bits. Trained on 45,000 poems, or stretches of them,
      of the <span lang="zh">全唐诗</span> as collected by
      <a href="https://github.com/chinese-poetry/chinese-poetry">chinese-poetry</a> (texts in the
      public domain, collection MIT); loss on held-out poems 4.023 nats per token.`,
    'en-zh': html`<strong>English into Chinese</strong> (en-zh), which translates English into
      Chinese: an encoder and a decoder of 3 layers with 4 heads each; width 192, feed-forward 640,
      3,072 English and 2,760 Chinese tokens; layer norm after each sub-layer, ReLU, positions of
      sine and cosine, embeddings multiplied by √192 before the positions are added. The place of
      the norm, ReLU, the positions and this factor are as in the first paper below; so are two
      parts of the training: dropout (in training one number in ten, at random, is set to zero; here
      among the attention weights, too) and label smoothing (a tenth of the right answer’s target
      probability is spread evenly over all tokens). The sizes, the two vocabularies and the
      schedule of the learning rate are not. 3,941,832 parameters, kept in 8 bits. Its data are
      named in ${chapter('translating')}; loss on held-out pairs 1.673 nats per token. On 1,919
      held-out sentences BLEU‑4 of characters is 34.3 by greedy choice and 35.5 with four beams.`,
    'zh-en': html`<strong>Chinese into English</strong> (zh-en), which translates Chinese into
      English: as <a href="#at=model-en-zh">en-zh</a>, with 3 layers and 4 heads on either side,
      width 192, feed-forward 640; 2,952 Chinese and 3,072 English tokens. 3,979,008 parameters,
      kept in 8 bits. 68,000 pairs of the same sources, turned round; loss on held-out pairs 1.834
      nats per token. On 1,828 held-out sentences BLEU‑4 of characters is 51.5 by greedy choice and
      53.1 with four beams; English words have more characters, so that the two cannot be compared
      by it.`,
    aab: html`<strong>aab</strong>, in ${chapter('learning')}: one layer, one head, width 8, 2
      letters, the last 5 in view; no norm and no feed-forward. 344 parameters, none of them
      trained.`,
  },
  samples: {
    title: 'Ten outputs as they came',
    written: ({ temperature, top_p, max_new_tokens }: Written['settings']) =>
      `After the first words (bold) of ten held-out texts, spread over all of them: sampled at temperature ${temperature} and top‑p ${top_p} with the seeds 0 to 9 (their numbers), ${max_new_tokens} tokens at most. Not hand-picked.`,
    translated: ({ num_beams }: Translated['settings']) =>
      `Ten held-out sentences, spread over all of them: a reference translation, its own by greedy choice, and its own with ${num_beams} beams. Not hand-picked.`,
    reference: 'reference',
    greedy: 'greedy',
    beams: ({ num_beams }: Translated['settings']) => `${num_beams} beams`,
  },
  /** Under each figure; the rest is told above. */
  facts: {
    ...withLosses(
      {
        ...voices.names,
        'en-zh': 'English into Chinese (4 MB)',
        'zh-en': 'Chinese into English (4 MB)',
      },
      (name, loss) => `${name}, loss ${loss}`,
    ),
    aab: 'aab (344 parameters)',
  },
  papers: {
    title: 'Ideas',
    transformer: 'the architecture, division by √d, positions of sine and cosine, the translator',
    gpt2: 'the shape of the models that write',
    bytePairs: 'pieces of words (byte-pair encoding)',
    residual: 'adding to what came before',
    stream: 'the residual stream as what all parts read and write',
    lens: 'reading a guess after every layer',
    layerNorm: 'layer norm',
    gelu: 'the activation function of the models that write',
    neurons: 'what a neuron answers to, and what it writes',
    tied: 'one table for tokens and logits',
    topK: 'top‑k',
    topP: 'top‑p',
    lengthPenalty: 'dividing a score by the length (length penalty)',
    adamw: html`the optimiser of ${chapter('learning')}, and of all models that were trained`,
    heads: 'switching heads off',
    patching: 'putting one run’s vectors into another (activation patching)',
    attribution: 'taking a logit apart by what wrote it (direct logit attribution); mean ablation',
    preNorm: 'the norm before each part, or after it',
  },
  articles: {
    title: 'Worked examples',
    seeded: html`${chapter('looking')}: six words, random weights, seed 123`,
    threeInputs: html`${chapter('looking')}: three inputs by pencil and paper`,
    handmade: html`${chapter('learning')}: the weights that write a a b`,
    beam: html`${chapter('writing')}: five tokens and two beams (the probabilities are from another
    article, which could not be found again)`,
  },
  software: {
    title: 'Software',
    body: (notices: string) =>
      html`Numbers are compared with <a href="https://pytorch.org">PyTorch</a>; settings of
        generation have the names of
        <a href="https://huggingface.co/docs/transformers">Hugging Face Transformers</a>, parts of a
        run those of
        <a href="https://github.com/TransformerLensOrg/TransformerLens">TransformerLens</a>. In the
        page are <a href="https://lit.dev">Lit</a>,
        <a href="https://preactjs.com/guide/v10/signals/">Preact Signals</a>,
        <a href="https://d3js.org/d3-array">d3-array</a>,
        <a href="https://github.com/GoogleChromeLabs/comlink">Comlink</a> and
        <a href="https://github.com/GoogleChromeLabs/wasm-feature-detect">wasm-feature-detect</a>,
        in the engine <a href="https://github.com/xtensor-stack/xsimd">xsimd</a> and
        <a href="https://json.nlohmann.me">nlohmann/json</a>: <a href=${notices}>their licences</a>.
        The readings beneath a translation were made with
        <a href="https://github.com/zh-lx/pinyin-pro">pinyin-pro</a> (MIT).`,
  },
  /** As the papers' own lists have them: `A et al.`, `A and B`. */
  cited: (authors: string, year: number) => ` (${authors}, ${year})`,
  /** In a sentence. */
  named: (authors: string, year: number) => `${authors} ${year}`,
  between: ': ',
};
