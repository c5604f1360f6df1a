import { html, nothing, type TemplateResult } from 'lit';
import { kMostWords } from '../sentence.ts';
import type { SentenceProblem } from '../sentence-check.ts';
import type { Actions, PageState } from '../state.ts';
import type { Texts } from '../i18n/texts.ts';

/** The reader's line, which stays in reach. */
export function sentenceLine(
  { texts, text, reading, sentenceProblem }: PageState,
  actions: Actions,
): TemplateResult {
  const problem =
    sentenceProblem === null
      ? ''
      : `${problemText(sentenceProblem, texts)}${reading ? ` ${texts.sentence.stale}` : ''}`;
  return html`<div class="say" id="sentence">
      <glass-input
        .value=${text}
        .label=${texts.sentence.label}
        .placeholder=${texts.sentence.placeholder}
        .problem=${problem}
        @glass-text=${(event: CustomEvent<{ text: string }>) => actions.setText(event.detail.text)}
      ></glass-input>
    </div>
    <div class="under-say">
      <glass-tokens></glass-tokens>
      <p class="examples">
        <span>${texts.sentence.try}</span>
        ${texts.sentence.examples.map((example) => html`<button class="link" @click=${() => actions.setText(example)}>${example}</button>`)}
      </p>
      ${reading && reading.words > kMostWords ? html`<p class="note" role="status">${texts.sentence.tooLong(reading.words, reading.example.words.length)}</p>` : nothing}
    </div>`;
}

function problemText(problem: SentenceProblem, { sentence }: Texts): string {
  return problem.kind === 'brokenCharacter'
    ? sentence.problems.brokenCharacter(problem.place)
    : sentence.problems[problem.kind];
}
