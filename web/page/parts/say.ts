import { html, nothing, type TemplateResult } from 'lit';
import { wordsFor } from 'glassformer/elements/functions';
import type { Texts } from '../i18n/texts.ts';
import type { Shared } from '../chapter.ts';
import type { Line } from '../line.ts';
import { kBlank, kLineBreak, kWideBlank, type LineNotes, type Replaced } from '../line-notes.ts';
import type { Opening } from '../opening.ts';
import type { SentenceProblem } from '../sentence-check.ts';
import { examples } from './examples.ts';
import { firstWriter, kExamples, type Writer } from '../writers.ts';
import { writerChoice } from './writer-choice.ts';

/**
 * The reader's line, which stays in view while the page scrolls.
 * @param where what hangs below it
 */
export function say(
  { language, line, opening }: Shared,
  where: TemplateResult | typeof nothing,
): TemplateResult {
  const texts = language.texts.value;
  const text = line.text.value;
  const problem = line.problem.value;
  return html`<div class="say ${problem === null ? '' : 'wrong'}" id="sentence">
      <glass-input
        held
        .value=${text}
        .label=${texts.sentence.label}
        .placeholder=${texts.sentence.placeholder}
        .problem=${problem === null ? '' : problemText(problem, texts) + wordsFor(texts.language).following(texts.sentence.stale)}
        @glass-text=${(event: CustomEvent<{ text: string }>) => line.type(event.detail.text)}
      ></glass-input>
      ${kPen}${where}
    </div>
    <div class="under-say">
      ${opening.isEarly.value ? early(texts, opening) : line.isOfAnother.value ? html`<p class="early">${comingText(texts, opening)}</p>` : line.endsInBlank.value ? html`<p class="unread-blank">${texts.sentence.endsInBlank}</p>` : nothing}
      <glass-tokens></glass-tokens>
      <glass-changes></glass-changes>
      <p class="note" role="status">${noteText(line.notes.value, texts)}</p>
      <div class="choices">
        ${examples(
          texts.sentence.try,
          exampleLines(
            text.trim() === ''
              ? (line.chosenWriter.value ?? firstWriter(language.name.value))
              : line.writer.value,
          ),
          (example) => line.takeExample(example),
        )}
        ${writerChoice(line, texts)}
      </div>
      ${line.replaced.value === '' ? nothing : examples(texts.sentence.back, [line.replaced.value], (own) => line.setText(own))}
      ${line.isLost.value ? lost(line, texts) : nothing}
    </div>`;
}

/** What happened to a model that does not come, and what the reader can do, above the figures that have gone with it. */
function lost(line: Line, { language, sentence, voices: { names } }: Texts): TemplateResult {
  const again = ({ target }: Event): void => {
    line.hasFailed(null);
    (target as Element).closest('glass-model')?.retry();
  };
  return html`<div class="problem" role="alert">
    ${sentence.lost(names[line.writer.value])}
    <div>
      <button class="link" @click=${again}>${wordsFor(language).tryAgain}</button>&emsp;
      <button class="link" @click=${() => line.chooseFormer()}>
        ${sentence.former(names[line.shownWriter.value])}
      </button>
    </div>
  </div>`;
}

/** A sign that the line can be written in. */
const kPen = html`<svg class="pen" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M2 14l.8-3.6L10.9 2.3l2.8 2.8-8.1 8.1zM9.4 3.8l2.8 2.8" />
</svg>`;

/** The figures do not follow what is typed yet. */
function early(texts: Texts, opening: Opening): TemplateResult {
  const coming = opening.hasFailed.value ? nothing : comingText(texts, opening);
  return html`<p class="early">${texts.sentence.early}${coming}</p>`;
}

/** How much of a model has come. */
function comingText({ language }: Texts, { progress: { value: progress } }: Opening): string {
  const { loading, loadingPart } = wordsFor(language);
  // What is there as a whole was the model before. A phone has no room for the time that is left.
  return progress === null || progress.loaded === progress.total
    ? loading
    : loadingPart(progress.loaded, progress.total, null);
}

/** Two of one kind of text, and one of each other kind in that language, or of the other language. */
function exampleLines(own: Writer): readonly string[] {
  const others: Readonly<Record<Writer, readonly Writer[]>> = {
    stories: ['tang'],
    'stories-large': ['tang'],
    zh: ['tang', 'stories'],
    tang: ['zh', 'stories'],
  };
  return [
    ...kExamples[own].slice(0, 2),
    ...others[own].flatMap((other) => kExamples[other].slice(0, 1)),
  ];
}

/** In how far the model reads something else than what is written. */
export function noteText(notes: LineNotes, { sentence }: Texts): string {
  const { replaced, removed, unknown, inBytes, letters, foreign } = notes;
  const name = (text: string) =>
    text === kLineBreak
      ? sentence.lineBreak
      : text === kBlank
        ? sentence.blank
        : text === kWideBlank
          ? sentence.wideBlank
          : isUnseen(text)
            ? codesOf(text)
            : sentence.quoted(text);
  const wide = replaced.filter(isOfFullWidth).flatMap(({ from }) => from);
  const pairs = replaced
    .filter((each) => !isOfFullWidth(each))
    .map(({ from, to }) => sentence.readAs(from.map(name), to.map(name)));
  return [
    wide.length > 0 ? sentence.fullWidth[kindOf(wide)] : '',
    pairs.length > 0 ? sentence.replaced(pairs) : '',
    removed.length > 0 ? sentence.removed(removed.map(name)) : '',
    letters === null ? '' : sentence.letters[letters],
    unknown.length > 0 ? sentence.unknown(unknown.map(name)) : '',
    inBytes.length > 0 ? sentence.inBytes(inBytes.map(name)) : '',
    foreign === null ? '' : sentence.foreign[foreign],
  ].join('');
}

/** A letter or a mark in a form as wide as a Chinese character, which is read in its usual one. */
const isOfFullWidth = ({ from, to }: Replaced): boolean =>
  /^[！-～]$/.test(String(from)) && String(from).normalize('NFKC') === String(to);

/** What characters of full width are: letters and digits, or marks. */
function kindOf(written: readonly string[]): 'letters' | 'marks' | 'both' {
  const isLetter = (each: string) => /[\p{L}\p{N}]/u.test(each);
  if (written.every(isLetter)) return 'letters';
  return written.some(isLetter) ? 'both' : 'marks';
}

/** Joiners, marks of direction, selectors of a variant (DI: default ignorable), and what is no character to see. */
const isUnseen = (text: string): boolean => /^[\p{C}\p{DI}\p{Zl}\p{Zp}]+$/u.test(text);

/** As Unicode writes characters that are not shown. */
const codesOf = (text: string): string =>
  [...text]
    .map((each) => `<U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`)
    .join('');

export function problemText(problem: SentenceProblem, { sentence }: Texts): string {
  return problem.kind === 'brokenCharacter'
    ? sentence.problems.brokenCharacter(problem.place)
    : sentence.problems[problem.kind];
}
