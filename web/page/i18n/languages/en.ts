import { html } from 'lit';

/** Parts of a line that are told one by one; of more than these only how many. */
const kMaxTold = 6;

function someOf(parts: readonly string[], between = ', '): string {
  const rest = parts.length - kMaxTold;
  return parts.slice(0, kMaxTold).join(between) + (rest > 0 ? ` and ${rest} more` : '');
}

/** Every text of the page. The other languages' tables have the same keys. */
export const texts = {
  language: 'en',
  name: 'Glassformer',
  claim: 'A transformer you can see through',
  title: 'Glassformer: a transformer you can see through',
  languages: 'Language',
  theme: { toDark: 'Dark theme', toLight: 'Light theme' },
  skip: 'Skip to the figures',
  contents: 'Chapters',
  noEngine: (message: string) => `The engine could not be started: ${message}`,

  sentence: {
    label: 'Your sentence',
    placeholder: 'Type a sentence, in English or Chinese',
    try: 'Try',
    stale: 'The figures still show the sentence before.',
    lineBreak: 'line break',
    blank: 'blank',
    quoted: (text: string) => (/[“”]/.test(text) ? `‘${text}’` : `“${text}”`),
    readAs: (from: readonly string[], to: readonly string[]) =>
      `${from.join(' ')} as ${to.join(' or ')}`,
    replaced: (pairs: readonly string[]) => `Read as this model writes: ${someOf(pairs, '; ')}. `,
    removed: (parts: readonly string[]) => `Left out: ${someOf(parts)}. `,
    unknown: (characters: readonly string[]) =>
      `${someOf(characters)} ${characters.length === 1 ? 'is' : 'are'} not in this model’s list: it reads <unk>. `,
    inBytes: (characters: readonly string[]) =>
      `Not in this model’s list, so read byte by byte: ${someOf(characters)}. `,
    foreign: {
      metre:
        'Not all verses have five characters or seven; this model has read no others and goes on in their manner.',
      words:
        'This model has read only Tang poems in verses of five and seven characters, never modern Chinese: it goes on as if this were one.',
    },
    problems: {
      empty: 'The line is empty. Type a word and the figures follow.',
      noWords:
        'There is no word in this line yet, only punctuation. Type a word and the figures follow.',
      brokenCharacter: (place: number) =>
        `Character ${place} is half of a character and cannot be read. Take it away and the figures follow.`,
      engine: 'The engine could not read this line.',
    },
  },

  first: {
    heads: 'Every head looks in its own way',
    headsText: 'Rows are layers, columns are heads. Pick one.',
    look: 'Who looks at whom',
    lookText: 'A row looks, a column is looked at. What comes later is hidden.',
    next: 'What may come next',
    nextText: {
      stories: 'After all layers, the likeliest tokens. A single letter begins a word.',
      tang: 'After all layers, the likeliest tokens.',
    },
    honest: {
      stories: html`A small transformer (4 MB) that has read 7,000 stories for children computes all
      this on your device with every letter you type. Every number in these figures is its own.`,
      tang: html`A small transformer (4 MB) that has read 45,000 Tang poems, or stretches of them,
      computes all this on your device with every character you type. Every number in these figures
      is its own. It has never seen modern Chinese.`,
    },
  },

  tokens: {
    title: 'Words become tokens',
    body: html`<p>
        A transformer never sees letters: the text is cut into <strong>tokens</strong> that stand in
        a list, and a token’s place in that list, its <strong>id</strong>, is all that goes in.
      </p>
      <p>
        English is cut into pieces that occurred often (a rare word falls into several), Chinese
        into characters. Point at a token, or tap it, and see its piece of the text; it keeps its
        colour in every figure.
      </p>`,
    notes: {
      stories: 'A list of 2,048 pieces, learned from the stories by byte-pair encoding.',
      tang: 'A list of 4,418 tokens: 4,413 characters, three marks and two special ones. A character that is not in it becomes <unk>.',
    },
  },

  vectors: {
    title: 'Tokens become vectors',
    body: {
      stories: html`<p>
        The id picks one row out of a table: the token’s <strong>embedding</strong>, here 160
        numbers. They were learned with everything else. Orange is above zero, blue below.
      </p>`,
      tang: html`<p>
        The id picks one row out of a table: the token’s <strong>embedding</strong>, here 144
        numbers. They were learned with everything else. Orange is above zero, blue below.
      </p>`,
    },
    map: 'Which tokens are alike',
    mapBody: html`<p>
      Tokens that are used alike end up with like vectors. The list shows the nearest ones, by the
      cosine of the angle between them. The map is the shadow of the whole table on its two widest
      directions (PCA): much is lost in a shadow, but some families can be seen.
    </p>`,
    positions: 'Where a token stands',
    positionsBody: html`<p>
      Attention does not know an order by itself. So every place has a vector too, and it is
      <strong>added</strong>: what enters the first layer is what the token is plus where it stands.
    </p>`,
  },

  looking: {
    title: 'Tokens look at each other',
    body: html`<p>
        Each head turns every token’s vector into three: a <strong>query</strong>, what it looks
        for; a <strong>key</strong>, what it can be found by; a <strong>value</strong>, what it
        hands over when it is found. A query that suits a key gets a large product, softmax makes
        weights of the products, and with these weights the values are mixed.
      </p>
      <p>Nobody told the heads what to look at; each found its own way in training.</p>`,
    habits: {
      stories: html`<p>
        In “Once upon a time, there was a little girl named”, head 1 of layer 2 likes the comma: the
        tokens after it give it 38% of their attention, where even attention would give 12%. Head 3
        of layer 3 gives 36% to the token before, where even attention would give 20%. What most of
        the others look for has no simple name. Pick some and compare.
      </p>`,
      tang: html`<p>
        In “空山新雨后，”, head 3 of layer 5 gives 59% of its attention to the character before and
        head 5 of layer 5 71% to the character itself, where even attention would give 29%. What
        most of the others look for has no simple name. Pick some and compare.
      </p>`,
    },
    heads: 'All heads',
    headsText: 'Rows are layers, columns are heads.',
    one: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
    oneText: 'From the token that looks to those it looks at.',
    steps: 'Every step, in numbers',
    stepsBody: html`<p>
      Choose who looks. Its query is multiplied with every key, number by number, and the products
      are added; the sum is divided by √d; softmax turns the row into weights that add up to one;
      and the values are added up in these proportions.
    </p>`,
    variance: 'Why divide by √d?',
    varianceBody: html`<p>
      A sum of d random products spreads the more the larger d is: its variance is d. Large scores
      make the softmax choose one token and ignore all others, before anything has been learned.
      Divided by √d the variance is 1 at any width. Change the width and watch.
    </p>`,
    mask: 'What the causal mask hides',
    maskBody: html`<p>
      A model that writes must not see what is not written yet. Before the softmax, every score to
      the right of the diagonal is set to −∞, which makes its weight exactly zero. The hatch stands
      where that happened.
    </p>`,
    before: 'q · k',
    after: '÷ √d, masked',
    weights: 'softmax',
    padding: 'What the padding mask hides',
    paddingBody: html`<p>
      Sentences that are read together must be equally long, so the shorter one is filled up with
      padding. It means nothing and must not be looked at. Here the encoder of the translator (<a
        href="#at=translating"
        >chapter 7</a
      >), which has no causal mask, reads two sentences. Pick a head, take the padding mask away and
      see where the attention goes.
    </p>`,
  },

  layers: {
    title: 'Layers refine',
    body: html`<p>
      Every token travels on a <strong>residual stream</strong>: attention and feed-forward read it,
      through a norm, and add what they found. The model’s last step, which turns the stream into a
      next token, can be taken early, after any layer: the <strong>logit lens</strong>. Before layer
      1 no token has looked at anything yet, and the table that makes vectors of tokens also turns
      them back: so the lens gives back the token itself. Read a column from there downward and see
      a guess ripen.
    </p>`,
  },

  next: {
    title: 'The next token',
    body: html`<p>
      The last layer gives every token of the list a number, and softmax makes probabilities of
      them.
      <strong>Temperature</strong> flattens them or sharpens them; <strong>top‑k</strong> keeps the
      k likeliest, <strong>top‑p</strong> the fewest that hold p together. What is below the cut
      cannot be drawn.
    </p>`,
  },

  writing: {
    title: 'Writing on',
    body: html`<p>
      A model does not write; it gives probabilities, and something has to choose, again and again.
      The same beginning, three ways to choose: run them side by side, or go step by step and back.
      A click on a bar, or on a node of the tree, takes another token, and what follows turns with
      it.
    </p>`,
    together: 'All three together',
    runAll: 'Run all three',
    pauseAll: 'Pause all',
    stepAll: 'Step all',
    resetAll: 'Reset all',
    greedy: {
      title: 'Greedy',
      text: 'Always the likeliest; soon repeats itself.',
    },
    sample: {
      title: 'Sampling',
      text: 'Picks at random, by probability. A temperature below 1 sharpens the bars, one above 1 flattens them; top‑k and top‑p cut off the tail before the draw.',
    },
    beam: {
      title: 'Beam search',
      text: 'Follows several beginnings at once and keeps those that are likeliest as a whole.',
    },
    notes: {
      stories:
        'The model is small and at home in small stories only. Nothing it tells has happened.',
      tang: 'The model is small. Its lines have the right number of characters and the marks in their places, but they mostly do not rhyme, follow no tonal pattern, and need not make sense.',
    },
  },

  translating: {
    title: 'Translating',
    body: html`<p>
        This model has read 27,000 short English sentences with their Chinese translations: its
        <strong>encoder</strong> reads the English, every token looking at all others; its
        <strong>decoder</strong> writes the Chinese from left to right, looking at what it has
        written and, through <strong>cross-attention</strong>, at the English.
      </p>
      <p>
        Each small square is one head; pick one to see it large. <strong>Greedy</strong> takes the
        likeliest token every time, a <strong>beam</strong> follows several translations at once and
        keeps the one that is likeliest as a whole: change its width and watch the translation.
      </p>`,
    problems: {
      empty: 'Type an English sentence. The figures still show the one before.',
      notEnglish: 'This model reads English only. The figures still show the sentence before.',
    },
    input: 'English sentence',
    goesWrong: 'One that goes wrong',
    whatGoesWrong:
      'Five thousand years become 500 both ways, and the beam, with the better score, turns China into Tom. A better score is not always a better translation.',
    small: html`It is a small model, four megabytes, and it makes mistakes; none is hidden. It
    translates from English into Chinese, not back, and capitals count: “I am a student” becomes
    我是学生, “i am a student” goes wrong.`,
  },

  life: {
    summary: 'Worked example: “Life is short, eat dessert first”, with three numbers a word',
    body: html`<p>
      The same sums, small enough to follow with the eye. The sentence is cut into words (Chinese
      into characters), the words are sorted, and a word’s place in that order is its id; the id
      picks a row of three numbers. Table and weights are filled with random numbers: another seed
      gives others, the same seed the same ones, here and in PyTorch.
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
        <code>torch.manual_seed(${seed})</code> draws them: they have learned nothing, so who looks
        at whom has no meaning. The sums are the real ones.`,
    article: html`For this sentence and seed 123 they are the very numbers that an article on
      self-attention prints: <em>is</em> leaves with
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
    steps: 'One word, sum by sum',
  },

  byHand: {
    summary: 'Worked example: three inputs and weights of whole numbers, by pencil and paper',
    body: html`<p>
      An article’s example: three inputs of four numbers, weights of small whole numbers, and no
      division by √d<sub>k</sub>: small enough to check by hand. Change any number of x or of the
      weights; everything after it follows.
    </p>`,
    restore: 'Back to the example’s numbers',
    comparison: html`<p>
      <strong>What that article’s code computes.</strong> Its last two lines weight the values with
      the softmax and then add along the wrong axis: over the tokens that look instead of those that
      are looked at. That is αᵀ·v where the formula says α·v: a transpose is missing. The rows of α
      add up to one, its columns do not, so these are no longer means of the values. (This one
      product is the page’s own sum; all others are the engine’s.)
    </p>`,
  },

  learning: {
    title: 'By hand and by learning',
    body: html`<p>
      What is in the weights? For a task that is small enough, somebody can write them down; and a
      transformer that begins with random numbers can find weights of its own. Here are both, for
      the same task: after <strong class="eq">a a b</strong> comes
      <strong class="eq">a a b</strong> again.
    </p>`,
  },

  whatIf: {
    title: 'What if',
    body: html`<p>
      How much use is one head? Switch it off, which puts zeros in the place of what it hands on,
      and watch what changes. Whatever you switch off here is off in every chapter, until you put it
      back.
    </p>`,
    worth: {
      stories: html`<p>
        One head alone is seldom missed. Whichever of the 25 is off, “Once upon a time, there was a
        little girl named” goes on with “Lily” first, at 22.5% to 53.6% instead of 38.7%, and
        without 14 of them, one at a time, Lily even gains. In “The dog was sad because he lost his”
        one head decides: without head 4 of layer 1 “favorite” comes before “toy”.
      </p>`,
      tang: html`<p>
        After “空山新雨后，” no character is likely: the first, 不, has 2.3%. So it takes little to
        move it: without 13 of the 30 heads, one at a time, another character comes first.
      </p>`,
    },
    heads: 'Switch one off',
    headsText: 'Pick a head and change its strength.',
    look: 'What later heads see now',
    lookText:
      'The head in the picked column of the last layer: a change in the layers before moves it.',
    next: 'What may come next now',
    nextText: 'Outline: before the change.',
    translation: 'And in translation',
    translationBody: html`<p>
      The decoder’s cross-attention is the only way from the English to the Chinese. In “The meeting
      starts at 8:30.” its head 4 of layer 2 matters: without it greedy writes 六点半, half past
      six, for 八点半, half past eight. Take the heads away one by one, and the translation drifts
      away from the sentence; without all twelve it is the same for every sentence. They are the
      heads of
      <a href="#at=translating">chapter 7</a>: whatever you pick or switch off here changes there,
      too.
    </p>`,
  },

  aab: {
    title: 'A transformer written by hand',
    body: html`<p>
      Nobody trained this one. The author of an article chose its weights so that it writes
      <strong class="eq">a a b a a b …</strong> for ever: two letters, five places, one layer, one
      head, eight channels. Five channels say <em>where</em> a letter stands (P), two say
      <em>which</em> letter it is (T), and the last carries a <em>value</em> (V).
    </p>`,
    loading: 'Loading the model…',
    failed: (message: string) => `The model cannot run: ${message}`,
    tryAgain: 'Try again',
    weightsTitle: 'Its weights, all of them',
    weightsText:
      'There are two scales, one for the ones and one for the thousands; the line under a matrix says which it has. Orange is above zero, blue below. Change any number: the model takes it at once, all figures below follow, and its author’s test says how much still holds.',
    undo: 'Undo',
    restore: 'Back to its author’s weights',
    testSays: (right: number, total: number) =>
      `With these weights its author’s test has ${right} of ${total} right.`,
    learning: {
      title: 'One that learns it',
      body: html`<p>
        The same shape, but its numbers begin as noise, and each step moves every one of them a
        little to where the loss is less. At first it learns only how often each letter comes (the
        dashed line); then its attention finds letters that tell it more, and the loss falls, though
        never to zero: after a single a, where a piece begins, either letter may come. Its way need
        not be the one that was written by hand.
      </p>`,
      reference: 'written by hand: who looks where',
    },
    weights: {
      wte: html`<strong>wte.</strong> A letter lights its own T: the first for a, the second for b.`,
      wpe: html`<strong>wpe.</strong> A place lights its own P.`,
      query: html`<strong>Q.</strong> A letter asks for the place before it and for its own, with a
        large weight: 1024.`,
      key: html`<strong>K.</strong> Every letter answers with its place.`,
      value: html`<strong>V.</strong> An a hands over +1, a b −1, in the last channel.`,
      proj: html`<strong>c_proj.</strong> The mean of two values: +1 if both were a. Then 1024 is
        taken from a and given to b.`,
      bias: html`<strong>Its bias.</strong> 1024 for a, to begin with: after a b, or an a and a b,
        comes an a.`,
    },
    input: 'Letters',
    inputText: html`Type <strong>a</strong>s and <strong>b</strong>s.`,
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
      The stream enters as letter plus place. Each letter looks at the one before and at itself,
      half and half; the hatch hides what has not been written yet. If both were a, a b must come.
    </p>`,
    accuracy: 'Run its author’s test',
    accuracyText: html`The test counts how many letters of a long aab aab … are predicted correctly
    from the letters before.`,
    accuracyResult: (right: number, total: number) => `${right} of ${total} right`,
    accuracyRun: (context: string, expected: string, got: string) =>
      `after ${context}: ${got}, expected ${expected}`,
  },

  choosing: {
    title: 'Choosing what comes next',
    body: html`<p>
        A model does not write; it gives every token a probability, and something has to choose.
        <strong>Greedy</strong> takes the likeliest. <strong>Sampling</strong> picks at random, by
        probability: temperature flattens or sharpens the chances, top‑k keeps the k likeliest,
        top‑p the fewest that hold p together. <strong>Beam search</strong> follows several texts at
        once and keeps the best.
      </p>
      <p>
        This model is very sure of itself: in aab aab … its two logits lie 1023 or 1025 apart. Raise
        the temperature to some hundreds before it begins to doubt. A click on a bar takes that
        letter, right or not; watch how it finds its way back.
      </p>`,
  },

  beam: {
    summary: 'Worked example: the beam search over A, B, C, D and E, on paper',
    body: html`<p>
      An article’s example: five tokens, and after each the chances of the next. Greedy keeps only
      A, then takes its best follower B. A beam of two also keeps B, and finds that
      <strong>B A</strong> (0.3 × 0.5 = 0.15) all but catches up with <strong>A B</strong> (0.4 ×
      0.4 = 0.16); the rest is dropped. The rows after C, D and E are not in the article; here they
      are even.
    </p>`,
    table: 'Chances of the next token',
    tableText: 'Row: what was written last. Column: what comes next. Every number may be changed.',
    start: 'start',
    rowProblem: (row: string, sum: string) =>
      `The row “${row}” adds up to ${sum}; chances add up to 1. The tree still shows the last good table.`,
    negative: (row: string) =>
      `The row “${row}” has a number below 0; chances are 0 or more. The tree still shows the last good table.`,
    restore: 'Back to the example’s table',
  },

  proof: {
    title: 'Is it true?',
    body: html`<p>
      Every number in the figures was computed on your device just now. Beside the weights of each
      model lies a file with what PyTorch made of one text with the same weights, in double
      precision. Compare the two: every tensor in the file, how far apart the numbers lie at most,
      and whether both write the same text.
    </p>`,
    writer: 'The model that writes',
    translator: 'The model that translates',
  },

  footer: {
    proof: html`Every operation of the engine agrees with PyTorch on stored values: the numbers of
    this page’s own figures are among them, and the tests read them from the page.`,
    engine: (version: string, simd: string, memory: string) =>
      `Engine ${version}: C++ as WebAssembly (${simd}), one thread, in a worker, ${memory} of memory.`,
    place: 'Everything comes from this folder: no other host is asked, nothing leaves your device.',
    link: 'The address of this page holds your sentences, the heads you picked, those you switched off, and how you let the model choose; changed weights are not in it. Copy it to share the page as you see it.',
    licence: 'MIT licence',
  },
};
