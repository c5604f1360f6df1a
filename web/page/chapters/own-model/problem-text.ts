/** What went wrong, in the reader's language; where PyTorch's own format was given, with what makes safetensors of it. */
import { html, nothing, type TemplateResult } from 'lit';
import { signal } from '@preact/signals-core';
import {
  onLanguage,
  type Problem,
  problemSentence,
  wordsFor,
} from 'glassformer/elements/functions';
import { converting } from './converting.ts';
import type { Said } from './said.ts';
import type { OwnProblem } from './trouble.ts';

/** The words of some sentences are fetched when these are to be told, which are then rendered again. */
const words = signal(0);
onLanguage(() => void words.value++);

/** Where the engine's sentences send: a reader of the page has no such file, but the reference, which the line below leads to. */
const kSeeDocument = /[,，] ?(?:see |见 )docs\/javascript\.md/;

/** @param frame puts the sentence into a longer one */
export function problemText(
  problem: OwnProblem | Problem,
  { texts, tag, reference }: Said,
  frame: (sentence: string) => string,
): TemplateResult {
  if (typeof problem === 'string' || problem instanceof Error) {
    void words.value;
    const inEnglish = typeof problem === 'string' ? problem : problem.message;
    const inReference = (sentence: string) => frame(sentence.replace(kSeeDocument, ''));
    return html`<p>${problemSentence(problem, wordsFor(tag), inReference)}</p>
      ${kSeeDocument.test(inEnglish) ? html`<p class="note"><a href="${reference}#names-of-the-weights">${texts.namesOfWeights}</a></p>` : nothing}`;
  }
  const say = texts.problems[problem.kind] as (details: OwnProblem) => string;
  const sentence = typeof say === 'string' ? say : say(problem);
  return html`<p>${frame(sentence)}</p>
    ${problem.kind === 'pickled' ? html`<pre tabindex="0" lang="en" dir="ltr"><code>${converting(problem.file)}</code></pre>` : nothing}`;
}
