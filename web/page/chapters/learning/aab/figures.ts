/** The figures of the hand-made model: what the chapter shows once the model is there. */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { GenerateOptions, Model, Tensor, Token } from 'glassformer';
import { signedExtent } from 'glassformer/elements/functions';
import type { GlassTrain, Mode, Settings } from 'glassformer/elements';
import type { AabTexts } from '../../../i18n/aab-texts.ts';
import { whenNew } from '../../../parts/when-new.ts';
import { type Choosing, kMaxTemperature } from '../choosing.ts';
import type { Aab } from './aab.ts';
import type { AabCircuits } from './circuits.ts';
import type { Learned } from './learned.ts';
import { type LettersProblem, plainLetters } from './letters.ts';
import { type AabPart, type AabRun, kContext, type LoadedAab, type Prediction } from './model.ts';

export { aabTexts } from '../../../i18n/aab-texts.ts';
export { Learned } from './learned.ts';

const kChannels = ['P₁', 'P₂', 'P₃', 'P₄', 'P₅', 'T₁', 'T₂', 'V'].map((text) => ({ text }));
const kLetters = ['a', 'b'].map((text, position) => ({ text, position }));
/** Matrices with numbers about 1000, which share one scale; all others, with ones, share another. */
const kLargeParts: readonly AabPart[] = ['query', 'proj', 'bias'];
const kLargeHooks: readonly string[] = [
  'blocks.0.attn.q',
  'blocks.0.attn.raw_scores',
  'blocks.0.attn.scores',
  'blocks.0.attn_out',
  'blocks.0.resid_post',
  'logits',
];
const kSmallHooks: readonly string[] = [
  'embed',
  'pos_embed',
  'blocks.0.resid_pre',
  'blocks.0.attn.k',
  'blocks.0.attn.v',
  'blocks.0.attn.z',
];
const kPlaces = ['1', '2', '3', '4', '5'].map((text) => ({ text }));

/** In a `<glass-model>` of their own: they are not about the text of the page's model, and a saved picture must not say so. */
export function weights(loaded: LoadedAab, texts: AabTexts, aab: Aab): TemplateResult {
  const { weights: all, edits } = loaded;
  const extents = extentsOf(all, aab.run.value);
  const predictions = aab.predictions.value;
  const result =
    edits.length > 0 && predictions !== null ? texts.testSays(...score(predictions)) : '';
  const edited = edits.at(-1)?.part;
  const one = (part: AabPart, name: string, rows: readonly object[]) =>
    html`<div class="panel">
      <p>${texts.weights[part]}</p>
      <glass-matrix
        editable
        legend
        .extent=${kLargeParts.includes(part) ? extents.large : extents.small}
        .values=${all[part]}
        .rowLabels=${rows}
        .columnLabels=${kChannels}
        .caption=${name}
        @glass-edit=${({ detail }: CustomEvent<Edit>) => aab.change({ kind: 'edit', part, ...detail })}
      ></glass-matrix>
      ${/* On a phone the line with the buttons is screens away. */ part === edited && result !== '' ? html`<p class="soft changed">${result}</p>` : nothing}
    </div>`;
  return html`<h4>${texts.weightsTitle}</h4>
    <p class="soft">${texts.weightsText}</p>
    <p class="soft">${texts.weightsChange}</p>
    <figure>
      <glass-model class="shelf">
        <div class="flow">${one('wte', 'wte', kLetters)} ${one('wpe', 'wpe', kPlaces)}</div>
        <div class="flow">
          ${one('query', 'Q', kChannels)} ${one('key', 'K', kChannels)}
          ${one('value', 'V', kChannels)}
        </div>
        <div class="flow">
          ${one('proj', 'c_proj', kChannels)} ${one('bias', texts.biasOf, [{ text: texts.bias }])}
        </div>
      </glass-model>
    </figure>
    <p class="field centred" id="weights-changed">
      <button ?disabled=${edits.length === 0} @click=${() => aab.change({ kind: 'undo' })}>
        ${texts.undo}
      </button>
      <button ?disabled=${edits.length === 0} @click=${() => aab.change({ kind: 'restore' })}>
        ${texts.restore}
      </button>
      <output role="status">${result}</output>
    </p>`;
}

interface Edit {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

interface Extents {
  readonly small: number;
  readonly large: number;
}

/** Where the two scales of the chapter end, for the weights and for what they make of the letters. */
function extentsOf(all: LoadedAab['weights'], aabRun: AabRun | null): Extents {
  const activations = aabRun?.run.activations ?? {};
  const end = (isMeant: (part: AabPart) => boolean, hooks: readonly string[]) =>
    signedExtent(
      ...(Object.keys(all) as AabPart[]).filter(isMeant).map((part) => all[part].data),
      ...hooks.map((hook) => activations[hook]?.data ?? []),
    );
  return {
    small: end((part) => !kLargeParts.includes(part), kSmallHooks),
    large: end((part) => kLargeParts.includes(part), kLargeHooks),
  };
}

/** How many are right, of how many. */
function score(predictions: readonly Prediction[]): [right: number, total: number] {
  return [predictions.filter(({ expected, got }) => expected === got).length, predictions.length];
}

export function letters(texts: AabTexts, aab: Aab): TemplateResult {
  const aabRun = aab.run.value;
  const lettersTyped = aab.letters.value;
  const lettersProblem = aab.lettersProblem.value;
  const isCut = aabRun !== null && aabRun.letters.length > kContext && lettersProblem === null;
  return html`<div class="letters">
    <p>${texts.inputText}</p>
    <glass-input
      autocapitalize="none"
      autocorrect="off"
      .value=${lettersTyped}
      .label=${texts.input}
      .examples=${texts.examples}
      .problem=${lettersProblem === null ? '' : problemText(lettersProblem, texts)}
      .tokens=${aabRun === null ? null : seenTokens(aabRun, lettersTyped)}
      @glass-text=${({ detail }: CustomEvent<{ text: string }>) => aab.setLetters(detail.text)}
    ></glass-input>
    <p class="note" role="status">${isCut ? texts.lastFive(aabRun.seen) : ''}</p>
  </div>`;
}

/** The tokens where they stand in what was typed. */
function seenTokens({ letters, seen, run }: AabRun, typed: string): readonly Token[] {
  if (plainLetters(typed) !== letters) return [];
  const before = letters.length - seen.length;
  return run.tokens.map((token) => ({
    ...token,
    start: token.start + before,
    end: token.end + before,
  }));
}

function problemText(problem: LettersProblem, { problems }: AabTexts): string {
  return problem.kind === 'letters' ? problems.letters(problem.found) : problems[problem.kind];
}

/** Every matrix on the way, in the order in which it comes to be. */
export function inside(
  loaded: LoadedAab,
  run: AabRun,
  { stages, inside: words, runTitle: title }: AabTexts,
): TemplateResult {
  const { probabilities } = run;
  const { small, large } = extentsOf(loaded.weights, run);
  const extentAt = (hook: string) => (kLargeHooks.includes(hook) ? large : small);
  const sign = (text: string) => html`<span class="sign" aria-hidden="true">${text}</span>`;
  const stream = (hook: string, name: string, rowsAs = 'token') =>
    html`<div class="panel">
      <p class="caption">${name} <code>${hook.replace('blocks.0.', '')}</code></p>
      <glass-matrix
        hook=${hook}
        rows-as=${rowsAs}
        legend
        .extent=${extentAt(hook)}
        .columnLabels=${kChannels}
        .caption=${name}
      ></glass-matrix>
    </div>`;
  const square = (hook: string, name: string, scale = 'signed') =>
    html`<div class="panel">
      <p class="caption">${name} <code>${hook.replace('blocks.0.', '')}</code></p>
      <glass-matrix
        hook=${hook}
        rows-as="query"
        columns-as="key"
        scale=${scale}
        legend
        .extent=${scale === 'signed' ? extentAt(hook) : 1}
        mask-hook=${scale === 'signed' ? '' : 'blocks.0.attn.scores'}
        .caption=${name}
      ></glass-matrix>
    </div>`;
  return html`<div class="prose">${words}</div>
    <figure>
      <glass-save .caption=${title}
        ><div class="shelf">
          <div class="flow">
            ${stream('embed', stages.embed)}${sign('+')}${stream('pos_embed', stages.position)}${sign('=')}${stream('blocks.0.resid_pre', stages.residIn)}
          </div>
          <div class="flow">
            ${stream('blocks.0.attn.q', stages.q, 'query')}
            ${stream('blocks.0.attn.k', stages.k, 'key')}
            ${stream('blocks.0.attn.v', stages.v, 'key')}
          </div>
          <div class="flow">
            ${square('blocks.0.attn.raw_scores', stages.raw)}${sign('→')}${square('blocks.0.attn.scores', stages.scores)}${sign('→')}
            ${square('blocks.0.attn.pattern', stages.pattern, 'probability')}
          </div>
          <div class="flow">
            ${stream('blocks.0.attn.z', stages.z, 'query')}${sign('→')}${stream('blocks.0.attn_out', stages.out, 'query')}
          </div>
          <div class="flow">
            ${stream('blocks.0.resid_post', stages.residOut, 'query')}${sign('→')}
            <div class="panel">
              <p class="caption">${stages.logits}</p>
              <glass-matrix
                hook="logits"
                rows-as="query"
                legend
                .extent=${large}
                .columnLabels=${kLetters}
                .caption=${stages.logits}
              ></glass-matrix>
            </div>
            ${sign('→')}
            <div class="panel">
              <p class="caption">${stages.probabilities}</p>
              <glass-matrix
                id="probabilities"
                .values=${probabilities}
                rows-as="query"
                scale="probability"
                legend
                .columnLabels=${kLetters}
                .caption=${stages.probabilities}
              ></glass-matrix>
            </div>
          </div></div
      ></glass-save>
    </figure>`;
}

export function accuracy(texts: AabTexts, aab: Aab): TemplateResult {
  const predictions = aab.predictions.value;
  return html`<div class="accuracy">
    <p>${texts.accuracyText}</p>
    <p class="field">
      <button @click=${() => aab.test()}>${texts.accuracy}</button>
      <output role="status"
        >${predictions === null ? '' : texts.accuracyResult(...score(predictions))}</output
      >
    </p>
    ${predictions === null ? nothing : html`<p class="predictions">${predictions.map((each) => prediction(each, texts))}</p>`}
  </div>`;
}

function prediction({ context, expected, got }: Prediction, texts: AabTexts): TemplateResult {
  return html`<span
    class=${expected === got ? 'right' : 'wrong'}
    title=${texts.accuracyRun(context, expected, got)}
    >${got}</span
  >`;
}

export function learning(
  { probe, circuits }: LoadedAab,
  { learning: texts }: AabTexts,
  learned: Learned,
  letters: string,
): TemplateResult {
  const follow = ({ currentTarget }: Event) => learned.follow(currentTarget as GlassTrain);
  return html`<section class="chapter" id="learning-live">
    <h3 class="part">${texts.title}</h3>
    <div class="prose">${texts.body}</div>
    <figure class="middle">
      <glass-save without-model
        ><glass-train
          .reference=${probe}
          .referenceName=${texts.reference}
          @glass-train-begin=${follow}
          @glass-train-step=${follow}
        ></glass-train
      ></glass-save>
    </figure>
    <h4>${texts.found}</h4>
    <div class="prose">${texts.foundBody}</div>
    ${compared(circuits, learned.circuits.value, texts)} ${writing(learned, letters, texts)}
  </section>`;
}

/** Letters and places as they stand in the stream; of queries also the biases. */
const kStream = [...kLetters, ...kPlaces];
/** Noise of hundredths is to look like noise. */
const kLeastEnd = [1];
/** A place never looks at a later one. */
const kLater: Tensor = {
  shape: [kStream.length + 1, kStream.length],
  data: Float32Array.from({ length: (kStream.length + 1) * kStream.length }, (_, i) => {
    const [query, key] = [Math.floor(i / kStream.length), i % kStream.length];
    const isPlace = query >= kLetters.length && query < kStream.length;
    return isPlace && key > query ? -Infinity : 0;
  }),
};

interface CircuitTable {
  readonly values: Tensor | undefined;
  readonly mask: Tensor | null;
  readonly rows: readonly object[];
  /** A sentence below it. */
  readonly below: string;
}

/** The circuits of both models, side by side. */
function compared(
  byHand: AabCircuits,
  learned: Learned['circuits']['value'],
  texts: AabTexts['learning'],
): TemplateResult {
  const both = [
    [texts.byHand, byHand],
    [learned === null ? '' : texts.afterStep(learned.step), learned],
  ] as const;
  const one = (
    name: string,
    of: string,
    { values, mask, rows, below }: CircuitTable,
  ): TemplateResult =>
    html`<div class="panel">
      <p class="caption">${of}</p>
      ${
        values === undefined
          ? nothing
          : html`<glass-matrix
              legend
              .values=${values}
              .mask=${mask}
              .extent=${signedExtent(values.data, kLeastEnd)}
              .rowLabels=${rows}
              .columnLabels=${kStream}
              .caption=${texts.tableOf(name, of)}
            ></glass-matrix>`
      }
      <p class="soft">${below}</p>
    </div>`;
  const asking = [...kStream, { text: texts.bias }];
  const giving = [{ text: texts.standing }, { text: texts.lookedAt }];
  return html`<p class="soft">${texts.scores}</p>
    <figure class="shelf" id="scores">
      <glass-save without-model .caption=${texts.scoresName}
        ><div class="flow">
          ${both.map(([of, all]) => one(texts.scoresName, of, { values: all?.scores, mask: kLater, rows: asking, below: '' }))}
        </div></glass-save
      >
    </figure>
    <p class="soft">${texts.given}</p>
    <figure class="shelf" id="given">
      <glass-save without-model .caption=${texts.givenName}
        ><div class="flow">
          ${both.map(([of, all]) => one(texts.givenName, of, { values: all?.given, mask: null, rows: giving, below: all === null ? '' : texts.always(written(all.always)) }))}
        </div></glass-save
      >
    </figure>`;
}

/** "−1024", "1.88". */
const written = (value: number) => String(Number(value.toFixed(2))).replace('-', '−');

/** Another function for another model: what the one before wrote is none of this one's, and the text begins anew. */
const startOf = (model: Model, letters: string) =>
  guard([model, letters], () => (options: GenerateOptions) => model.generate(letters, options));

/** The model that has learned writes on from the reader's letters. */
function writing(
  { writer, circuits, failure }: Learned,
  letters: string,
  texts: AabTexts['learning'],
): TemplateResult {
  const now = writer.value;
  if (failure.value !== null || now === null) return html``;
  return html`<h4>${texts.writes}</h4>
    <p class="soft">
      ${texts.writesAfter(now.step, letters)}
      ${(circuits.value?.step ?? 0) > now.step ? texts.learnsOn : ''}
    </p>
    <figure class="middle" id="learned-writes">
      <glass-model .model=${now.model} .text=${letters} about-text=${texts.afterStep(now.step)}
        ><glass-save
          ><glass-generate
            mode="sample"
            .start=${startOf(now.model, letters)}
            .prompt=${letters}
          ></glass-generate></glass-save
      ></glass-model>
    </figure>`;
}

export function choosing(
  { choosing: texts }: AabTexts,
  writing: unknown,
  letters: string,
  ways: Choosing,
): TemplateResult {
  return html`<section class="chapter" id="choosing">
    <h3 class="part">${texts.title}</h3>
    <div class="prose">${texts.body(writing)}</div>
    <figure class="middle">
      <glass-save
        ><glass-generate
          temperature-max=${kMaxTemperature}
          mode=${ways.mode.value}
          .settings=${whenNew(ways.settings.value)}
          .prompt=${letters}
          @glass-settings=${({ detail }: CustomEvent<{ mode: Mode; settings: Settings }>) => ways.set(detail.mode, detail.settings)}
        ></glass-generate
      ></glass-save>
    </figure>
  </section>`;
}
