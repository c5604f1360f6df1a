/** The figures of the two small models: fetched with them. */
import { html } from 'lit';
import { chapter } from './chapter.ts';

export const aabFigures = {
  weightsTitle: 'Its weights, all of them',
  weightsText:
    'There are two colour scales, one for numbers near 1 and one for numbers near 1000; the line under a matrix says which it has. Orange is above zero, blue below.',
  /** Where they can be changed. */
  weightsChange:
    'Change any number: the model takes it at once, all figures below follow, and its author’s test says how much still holds.',
  bias: 'bias',
  biasOf: 'c_proj bias',
  undo: 'Undo',
  restore: 'Back to its author’s weights',
  testSays: (right: number, total: number) =>
    `With these weights its author’s test has ${right} of ${total} right.`,
  learning: {
    title: 'One that learns it',
    body: html`<p>
        The same shape, but its numbers begin as noise, and each step moves every one of them a
        little in the direction that lowers the loss (below); the
        <strong>learning rate</strong> sets how far. At first it learns only how often each letter
        comes (the dashed line); then its attention finds letters that tell it more, and the loss
        falls, though never to zero: the text is cut into pieces that fit the five places, and when
        a piece begins with an a, either letter may come next. Its way need not be the one that was
        written by hand.
      </p>
      <p>
        The <strong>loss</strong> is −ln of the probability p given to the letter that really came,
        averaged over all n places:
        <span class="eq">−(ln p<sub>1</sub> + … + ln p<sub>n</sub>) ÷ n</span>; 0.693 is tossing a
        coin. Its <strong>gradient</strong> says for each number which way the loss rises and how
        steeply; the gradient norm is the length of all these slopes together.
      </p>`,
    reference: 'written by hand: who looks where',
    found: 'What it has found',
    foundBody: html`<p>
      Its channels have no names, so comparing its numbers with the hand-made ones would say
      nothing: rotate all channels together, and the model behaves the same. What it
      <em>does</em> can be compared. Each score is a sum: the letter that asks, its place and the
      biases each give points to the letter that is looked at, and to its place. What is looked at
      then adds to the logits. The first table (its QK circuit) holds the scores, the second (its OV
      circuit, and what the last letter adds directly) what goes to the logits; together they hold
      all of a model as small as this. In the hand-made one only places ask, each for the place
      before and for itself: 1024 ÷ √8 = 362.04. Watch the others form: do letters ask, too?
    </p>`,
    byHand: 'written by hand',
    afterStep: (step: number) => `learned, after step ${step}`,
    tableOf: (name: string, model: string) => `${name}: ${model}`,
    scoresName: 'scores',
    scores:
      'Who asks is a row: a letter, a place (1 to 5), the biases. Who is asked is a column. Add up the cells of two tokens, and you have their score, but for a number that is the same all along a row and that softmax leaves out; a place never sees a later one (the hatch).',
    bias: 'bias',
    givenName: 'to b rather than to a',
    given:
      'What is added to the logit of b, less what is added to that of a: above zero speaks for b. First row: the last letter and its place, directly. Second row: a letter or a place that gets all of the attention.',
    standing: 'directly',
    lookedAt: 'looked at',
    always: (value: string) => `The biases always add ${value}.`,
    writes: 'It writes',
    writesAfter: (step: number, letters: string) =>
      `As it was after step ${step}, it goes on from “${letters}”. It begins with noise: let it learn, and write again.`,
    learnsOn: 'It has learned more since: pause it, and it writes here with what it knows by then.',
  },
  weights: {
    wte: html`<strong>wte.</strong> A letter lights its own T: a lights T₁, b lights T₂.`,
    wpe: html`<strong>wpe.</strong> A place lights its own P.`,
    query: html`<strong>Q.</strong> A letter asks for the place before it and for its own, with a
      large weight: 1024.`,
    key: html`<strong>K.</strong> Every letter answers with its place.`,
    value: html`<strong>V.</strong> An a hands over +1, a b −1, in the last channel.`,
    proj: html`<strong>c_proj</strong> (W<sub>O</sub> in ${chapter('looking')}). It gets the mean of
      two values, +1 if both letters are a: then 1024 is taken from a and given to b.`,
    bias: html`<strong>Its bias.</strong> 1024 for a, to begin with: unless both letters are a, an a
      comes next.`,
  },
  input: 'Letters',
  inputText: html`Type a line of the letters <strong>a</strong> and <strong>b</strong>.`,
  examples: ['aabaa', 'aab', 'ba', 'bbbbb'] as readonly string[],
  problems: {
    empty:
      'The line is empty: type at least one a or b. The figures still show the letters before.',
    letters: (found: string) =>
      `This model knows the letters a and b only, not “${found}”. The figures still show the letters before.`,
  },
  lastFive: (letters: string) => `The model sees the last five letters only: ${letters}.`,
  runTitle: 'What happens inside',
  stages: {
    embed: 'which letter',
    position: 'where',
    residIn: 'together: the stream',
    q: 'queries',
    k: 'keys',
    v: 'values',
    raw: 'q · k',
    scores: '÷ √8, and the mask',
    pattern: 'softmax: who looks where',
    z: 'mixed values',
    out: 'through c_proj',
    residOut: 'added to the stream',
    logits: 'read at T: logits',
    probabilities: 'softmax: what comes next',
  },
  inside: html`<p>
    The stream enters as letter plus place. Each letter looks at the one before and at itself, half
    and half; the hatch hides what has not been written yet. If both were a, a b must come.
  </p>`,
  accuracy: 'Run its author’s test',
  accuracyText: html`The test counts how many letters of a long aab aab … are predicted correctly
  from the letters before.`,
  accuracyResult: (right: number, total: number) => `${right} of ${total} right`,
  accuracyRun: (context: string, expected: string, got: string) =>
    `after ${context}: ${got}, expected ${expected}`,
  choosing: {
    title: 'Choosing what comes next',
    body: (writing: unknown) =>
      html`<p>
        The three ways of ${writing}, with a model that is very sure of itself: in aab aab … its two
        logits lie 1023 or 1025 apart. It begins to doubt only at a temperature of some hundreds.
        Press a bar to take that letter, right or not; watch how it finds its way back.
      </p>`,
  },
};
