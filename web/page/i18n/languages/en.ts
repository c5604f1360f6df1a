import { html, nothing, type TemplateResult } from 'lit';
import { aab, learning } from './en/learning.ts';
import { first, sentence, voices } from './en/line.ts';
import { byHand, life, looking } from './en/looking.ts';
import { layers, next, tokens, vectors } from './en/reading.ts';
import { sources } from './en/sources.ts';
import { ownModel, study } from './en/study.ts';
import { whatIf } from './en/what-if.ts';
import { beam, translating, writing } from './en/writing.ts';

/** Every text of the page. The other languages' tables have the same keys. */
export const texts = {
  language: 'en',
  name: 'Glassformer',
  claim: 'A transformer you can see through',
  title: 'Glassformer: a transformer you can see through',
  description:
    'Type a sentence and watch a transformer read it: tokens, embeddings, attention and generation, number by number, computed in your browser.',
  noScript:
    'Without JavaScript the figures are pictures, computed when this page was built; press one to see it large. Everything else that can be pressed, chosen or changed needs JavaScript.',
  needsScript: 'This part needs JavaScript.',
  languages: 'Language',
  theme: { toDark: 'Dark theme', toLight: 'Light theme' },
  link: {
    copy: 'Copy a link to what you see',
    copied: 'Copied.',
    failed: 'It could not be copied: the address bar has it.',
  },
  skip: 'Skip to your sentence',
  contents: 'Chapters',
  chapter: (number: number) => `Chapter ${number}`,
  after: (papers: readonly TemplateResult[]) =>
    html`After ${papers.map((paper, i) => html`${i > 0 ? ', ' : nothing}${paper}`)}`,
  noEngine: (message: string) => `The engine could not be started: ${message}`,
  /** In place of what the author of a page is told. */
  errors: {
    assetAbsent: ({ url }: { readonly url: string }) =>
      `${url} is missing on the server. Try again later.`,
  },
  coming: 'The figures of this chapter are loading…',
  noElements:
    'The figures of this chapter could not be fetched. Load the page again when there is a network: the address keeps your line.',
  noLanguage: (name: string) =>
    `The page in this language could not be fetched: ${name}. Is there a network?`,

  sentence,
  first,
  voices,
  tokens,
  vectors,
  looking,
  layers,
  next,
  writing,
  translating,
  life,
  byHand,
  learning,
  whatIf,
  study,
  ownModel,
  aab,
  beam,
  sources,

  proof: {
    title: 'Is it true?',
    body: html`<p>
      The numbers in the figures are not drawn by hand: with JavaScript they were computed just now,
      on your device; without it beforehand, by the same engine. Beside the weights of each model
      lies a file, golden.json, with what
      <a href="https://pytorch.org">PyTorch</a> made of one text with the same weights, in double
      precision. Compare the two: every tensor in the file, as many of its numbers as the table
      says, how far apart they lie at most, and whether both write the same text.
    </p>`,
    writer: 'The model that writes',
    translator: 'The model that translates into Chinese',
    backTranslator: 'The model that translates into English',
  },

  footer: {
    proof: html`Tests compare every operation of the engine with stored values that PyTorch
    computed; among them are the numbers of this page’s own figures, which the tests read from the
    page.`,
    engine: (version: string, simd: string, memory: string) =>
      `Engine ${version}: C++ as WebAssembly (${simd === 'relaxed' ? 'relaxed SIMD' : 'SIMD'}), one thread in the background, ${memory} of memory.`,
    place:
      'Everything comes from this folder: no other host is asked (unless you name one), nothing leaves your device.',
    link: html`The address of this page holds the sentences you typed (not that for your own model),
    the heads you picked or switched off, the token you pinned, how the models choose, and what you
    chose in the figures, but no numbers you changed, nothing generated or learned, and not the view
    of the map. Copy the address to share what it holds.`,
    print: 'Prepare for printing',
    preparing: 'Loading all chapters…',
    printNote: 'Loads all chapters and models first, so that no figure is missing.',
    reference: 'Every figure as a tag for your own page: reference and gallery',
    licence: 'MIT licence',
    notices: 'licences of the third-party code in this page',
  },
};
