/** Writing on, its worked example, and translating. */
import { html } from 'lit';
import type { TranslatorName } from '../../../source.ts';
import { kArticles, kPapers, titleOf } from '../../../sources.ts';

const kOfStories =
  'The model is small and at home in small stories only. Nothing it tells has happened.';

export const writing = {
  title: 'Continuing a text',
  body: html`<p>
      A model does not write; it gives probabilities, and something has to choose, again and again.
      The same beginning, three ways to choose: run them side by side, or go step by step and back.
      You can choose a step yourself: press a bar, or a node of the tree. Press a token that was
      written, and below the text stands what might take its place. A text that was complete is then
      written anew from there.
    </p>
    <p>
      Under each text stands log P, which says how likely the model itself finds it: the logarithms
      of its tokens’ probabilities, added up, and their mean. For the line that the page opens with,
      the beam’s text is likelier than the greedy one; that does not make it better.
    </p>`,
  together: 'All three together',
  runAll: 'Run all three',
  pauseAll: 'Pause all',
  stepAll: 'Step all',
  resetAll: 'Reset all',
  greedy: {
    title: 'Greedy',
    text: html`Always takes the likeliest token, and often repeats itself: after “The bird could not
    fly. It” the smaller story model writes one sentence twice.`,
  },
  sample: {
    title: 'Sampling',
    text: 'Picks at random, by probability. A temperature below 1 sharpens the bars, one above 1 flattens them; top‑k and top‑p cut off the tail before the draw.',
  },
  beam: {
    title: 'Beam search',
    text: 'Follows several beginnings at once and keeps those with the best score, which stands in each node: Σ log P ÷ lengthᵖ, p being the length penalty. A longer text multiplies more probabilities below 1, so its Σ log P is lower, and the division makes up for that. While all texts are equally long, the length penalty does not change their order. It matters when texts end at different lengths, as translations do: at 0 the short ones tend to win, and the larger it is, the better the long ones fare.',
  },
  notes: {
    stories: kOfStories,
    'stories-large': kOfStories,
    zh: 'The model is small. An everyday sentence it mostly ends as a reader would, and then it stops; in a story it loses its subject within two sentences, and a tale of a little rabbit runs in circles.',
    tang: 'The model is small. Its lines have the right number of characters and the marks in their places, and of four poems about three rhyme (as the Tang did, which a modern ear may not hear); nobody has checked their tones, and they need not make sense. It knows no poem by heart: after “床前明月光” it does not go on with “疑是地上霜”.',
  },
};

export const beam = {
  summary: 'Worked example: the beam search over A, B, C, D and E, on paper',
  body: html`<p>
    Five tokens, as in “${titleOf(kArticles.beam)}”, and after each the probabilities of the next,
    taken from an article that could not be found again. Greedy keeps only A, then takes its best
    follower B. A beam of two also keeps B, and finds that
    <strong>B A</strong> (0.3 × 0.5 = 0.15) all but catches up with <strong>A B</strong> (0.4 × 0.4
    = 0.16); the rest is dropped. The rows after C, D and E are not given there; here they are even.
  </p>`,
  table: 'Probabilities of the next token',
  tableText: 'Row: what was written last. Column: what comes next. Every number may be changed.',
  start: 'start',
  rowProblem: (row: string, sum: string) =>
    `The row “${row}” adds up to ${sum}; probabilities add up to 1. The tree still shows the last good table.`,
  negative: (row: string) =>
    `The row “${row}” has a number below 0; probabilities are 0 or more. The tree still shows the last good table.`,
  beamWins: 'Make the beam win',
  beamWinsText:
    'Now B’s best follower has 0.9: greedy still begins with A and ends at 0.16, the beam finds B A with 0.27.',
  restore: 'Back to the example’s table',
};

const source = { 'en-zh': 'English', 'zh-en': 'Chinese' } as const;
const target = { 'en-zh': 'Chinese', 'zh-en': 'English' } as const;

export const translating = {
  title: 'Translating',
  body: (model: TranslatorName) =>
    html`<p>
        Two models translate, one from English to Chinese, the other back: your sentence’s language
        decides which one runs. This one has read ${model === 'en-zh' ? 67 : 68},000 pairs of mostly
        short sentences. Its <strong>encoder</strong> reads the ${source[model]}, every token
        looking at all tokens of the sentence (<strong>self-attention</strong>, without a causal
        mask); its <strong>decoder</strong> writes the ${target[model]} from left to right, looking
        at what it has written (self-attention with the mask) and, through
        <strong>cross-attention</strong>, at the ${source[model]}: there the queries come from the
        decoder, the keys and values from what the encoder made. The decoder begins with a start
        token and has finished when it chooses the end token.
      </p>
      <p>
        Each small square is one head; pick one to see it large. <strong>Greedy</strong> takes the
        likeliest token every time, a <strong>beam</strong> follows several translations at once and
        keeps the one with the best score per token: change its width and watch the translation of
        “It is not easy to learn a foreign language.”
      </p>`,
  picture: {
    body: html`Both halves at once, as in figure 1 of “${titleOf(kPapers.transformer)}”. The arrow
    from one to the other is all that the decoder knows of the source. The models that write on
    normalise what each part reads; the translators, like the paper’s, after each addition: the sum
    of what a part has read and what it adds.`,
    parts: {
      whole: 'Encoder and decoder',
      sourceVectors: 'source vectors',
      targetVectors: 'written so far',
      selfAttention: 'self-attention',
      maskedAttention: 'masked attention',
      crossAttention: 'cross-attention',
      addNorm: 'add, then norm',
      feedForward: 'feed-forward',
      output: 'output table',
    },
    written: 'next token',
    times: {
      encoder: (layers: number) => `encoder × ${layers}`,
      decoder: (layers: number) => `decoder × ${layers}`,
    },
  },
  problems: {
    empty: 'Type an English or a Chinese sentence. The figures still show the one before.',
    otherScript:
      'The models read English and Chinese only. The figures still show the sentence before.',
    mixed:
      'Most of this is English, with Chinese characters in it: write it in one language. The figures still show the sentence before.',
  },
  input: 'English or Chinese sentence',
  goesWrong: 'One where the beam goes wrong',
  whatGoesWrong:
    'Greedy has it right: 好奇 is curious. The beam’s translation has the better score, and says 奇怪, strange. A better score is not always a better translation.',
  small: html`These are small models of 4 MB each, and they make mistakes; none is hidden. Capitals
    and the final mark need not be right: “I am a student.” and “i am a student” both become
    <span lang="zh">我是学生。</span>`,
  data: (credits: string) =>
    html`They learned from the sentence pairs of <a href="https://tatoeba.org">Tatoeba</a> (CC BY
      2.0 FR), the <a href="https://www.africanstorybook.org">African Storybook</a> (CC BY,
      <a href=${credits}>each book by its author</a>),
      <a href="https://www.wiktionary.org">Wiktionary</a> (CC BY-SA),
      <a href="https://github.com/cambridgeltl/xcopa">XCOPA</a> with
      <a href="https://people.ict.usc.edu/~gordon/copa.html">COPA</a> and
      <a href="https://github.com/google-research/url-nlp">MGSM</a> (CC BY 4.0) and
      <a href="https://github.com/HLTCHKUST/Xpersona">XPersona</a> (MIT).`,
};
