import { html, type TemplateResult } from 'lit';
import type { NamedArray } from 'glassformer';
import type { Actions, PageState } from '../state.ts';
import type { View } from '../address.ts';

/** The sentence's way through the article's pipeline, part by part. */
export function pipeline(state: PageState, actions: Actions): TemplateResult {
  return html`${vectors(state, actions)} ${projections(state)} ${looking(state, actions)}`;
}

function vectors(
  { texts: { vectors: texts }, seed, isSeedWrong }: PageState,
  actions: Actions,
): TemplateResult {
  return html`<section class="chapter" id="vectors">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <p class="field">
      <label for="seed">${texts.seed}</label>
      <input
        id="seed"
        inputmode="numeric"
        autocomplete="off"
        size="10"
        .value=${String(seed)}
        aria-invalid=${isSeedWrong}
        aria-describedby="seed-problem"
        @input=${(event: Event) => actions.setSeed((event.target as HTMLInputElement).value)}
      />
      <span class="problem" id="seed-problem" role="status"
        >${isSeedWrong ? texts.seedProblem : ''}</span
      >
    </p>
  </section>`;
}

function projections({ texts: { projections: texts }, reading }: PageState): TemplateResult {
  const example = reading?.example;
  const results = example ? [example.embedded, example.query, example.key, example.value] : [];
  const weights = example ? [example.w_query, example.w_key, example.w_value] : [];
  const weight = (name: string, values: NamedArray | undefined) =>
    html`<div class="panel">
      <h3>W<sub>${name}</sub></h3>
      <glass-matrix
        .values=${values ?? null}
        digits="4"
        .extent=${end(weights)}
        .caption=${`W ${name}`}
      ></glass-matrix>
    </div>`;
  const product = (name: string, hook: string, rowsAs: string) =>
    html`<div class="panel">
      <h3>${name}</h3>
      <glass-matrix
        hook=${hook}
        rows-as=${rowsAs}
        digits="4"
        .extent=${end(results)}
        .caption=${name}
      ></glass-matrix>
    </div>`;
  return html`<section class="chapter" id="projections">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="products">
      <div class="panel">
        <h3>${texts.embeddings}</h3>
        <glass-matrix
          hook="embed"
          rows-as="token"
          digits="4"
          .extent=${end(results)}
          legend
          .caption=${texts.embeddings}
        ></glass-matrix>
      </div>
      ${weight('query', example?.w_query)} ${product(texts.query, 'blocks.0.attn.q', 'query')}
      ${weight('key', example?.w_key)} ${product(texts.key, 'blocks.0.attn.k', 'key')}
      ${weight('value', example?.w_value)} ${product(texts.value, 'blocks.0.attn.v', 'key')}
    </figure>
  </section>`;
}

/** One scale for matrices that are compared: its end is the next whole number. */
function end(arrays: readonly NamedArray[]): number {
  let largest = 0;
  for (const { data } of arrays)
    for (const value of data) largest = Math.max(largest, Math.abs(value));
  return Math.ceil(largest);
}

function looking({ texts: { looking: texts }, view }: PageState, actions: Actions): TemplateResult {
  return html`<section class="chapter" id="looking">
    <h2>${texts.title}</h2>
    <div class="prose">${formula} ${texts.body}</div>
    <figure class="steps"><glass-attention-steps query="1"></glass-attention-steps></figure>
    <h3>${texts.lines}</h3>
    <div class="prose">${texts.linesBody}</div>
    <figure class="in-column">
      <glass-attention
        .view=${view}
        @glass-view=${(event: CustomEvent<{ view: View }>) => actions.setView(event.detail.view)}
      ></glass-attention>
    </figure>
  </section>`;
}

const formula = html`<div class="formula">
  <math display="block">
    <mi>Attention</mi><mo>(</mo><mi>Q</mi><mo>,</mo><mi>K</mi><mo>,</mo><mi>V</mi><mo>)</mo
    ><mo>=</mo><mi>softmax</mi>
    <mrow>
      <mo>(</mo>
      <mfrac>
        <mrow
          ><mi>Q</mi><msup><mi>K</mi><mi mathvariant="normal">T</mi></msup></mrow
        >
        <msqrt
          ><msub><mi>d</mi><mi>k</mi></msub></msqrt
        >
      </mfrac>
      <mo>)</mo>
    </mrow>
    <mi>V</mi>
  </math>
</div>`;
