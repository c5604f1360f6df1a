/** Heads that are switched off. */
import { html } from 'lit';
import { chapter } from './chapter.ts';

export const whatIf = {
  title: 'What if',
  body: html`<p>
    How much use is one head? Switch it off, which puts zeros in the place of what it hands over,
    and watch what changes. Whatever you switch off here is off in every chapter, until you put it
    back.
  </p>`,
  worth: {
    stories: html`<p>
      One head alone is seldom missed. Whichever of the 25 is off, “Once upon a time, there was a
      little girl named” goes on with “Lily” first, at 13.1% to 41.3% instead of 39.3%, and without
      11 of them, one at a time, Lily even gains (${chapter('study')} has them all). In “The dog was
      sad because he lost his” one head decides: without head 4 of layer 2 “home” comes before
      “toy”.
    </p>`,
    'stories-large': html`<p>
      One head alone is seldom missed. Whichever of the 42 is off, “Once upon a time, there was a
      little girl named” goes on with “Lily” first, at 51.5% to 63.5% instead of 61.1%, and without
      14 of them, one at a time, Lily even gains (${chapter('study')} has them all). “The dog was
      sad because he lost his” is a closer matter: with any one of 4 heads off another word comes
      before “favorite”, and with 3 of these it is “toy”.
    </p>`,
    zh: html`<p>
      One head alone is seldom missed. “<span lang="zh">今天很冷，我想喝一杯热</span>” (it is cold
      today, I would like a cup of hot …) goes on with <span lang="zh">水</span>, water, whichever
      of the 42 is off, at 25.9% to 42.8% instead of 32.5%.
    </p>`,
    tang: html`<p>
      After “<span lang="zh">空山新雨后，天气晚来</span>” Wang Wei wrote <span lang="zh">秋</span>,
      autumn. This model has <span lang="zh">新</span>, new, first (25.0%), and
      <span lang="zh">秋</span> at 2.2%. Only 3 of the 42 heads put another character first when
      they are off, one at a time. But after “<span lang="zh"
        >白日依山尽，黄河入海流。欲穷千里目，更上一层</span
      >” three heads of ${chapter('looking')} bring the rhyme: <span lang="zh">楼</span>, which
      rhymes with <span lang="zh">流</span>, has 95.6%. Switch off head 2 of layer 4 and heads 1 and
      2 of layer 6, and it falls to 31.7%.
    </p>`,
  },
  heads: 'Switch one off',
  headsText: 'Pick a head and change its strength, or leave out each head in turn.',
  look: 'What later heads see now',
  lookText: (head: number) =>
    `Head ${head} of the last layer (the picked column): a change in the layers before moves it.`,
  lookLast:
    'No layer comes after the last, so its heads change no other head: only the next token’s probabilities change.',
  next: 'What may come next now',
  nextText: 'After the last token. Outline: before the change.',
  translation: 'And in translation',
  translationBody: html`<p>
    The decoder’s cross-attention is the only way from the English to the Chinese. In “The moon is
    very bright tonight.” no single one of its twelve heads is indispensable: without head 1 of
    layer 1 greedy writes a <span lang="zh">得</span> too many, without any other the same sentence.
    Switch off all four of layer 3, and greedy loses the moon:
    <span lang="zh">今晚是美国的。</span> (tonight is America’s). Beam search keeps it, but
    <span lang="zh">明亮</span> (bright) becomes <span lang="zh">好</span> (good):
    <span lang="zh">今晚的月亮很好。</span> Without all twelve the translation is the same for every
    sentence. They are the heads of ${chapter('translating')}: whatever you pick or switch off here
    changes there, too.
  </p>`,
};
