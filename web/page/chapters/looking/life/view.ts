import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Tensor } from 'glassformer';
import { signedExtent, typed, wordsFor } from 'glassformer/elements/functions';
import type { Texts } from '../../../i18n/texts.ts';
import type { PageLanguage } from '../../../language.ts';
import type { Line } from '../../../line.ts';
import { problemText } from '../../../parts/say.ts';
import { kArticleSeed, kArticleSentence, type Life } from './life.ts';
import { kMaxWords, type Reading } from './sentence.ts';

/** As many columns as a matrix shows in digits. */
const kMaxWithDigits = 24;

/** The article's sentence (or the reader's) through three numbers a word, from random embeddings to context vectors. */
export function lifeView(language: PageLanguage, own: Line, life: Life): TemplateResult {
  const texts = language.texts.value;
  const reading = life.reading.value;
  const problem = life.problem.value;
  return html`<glass-model
    ${ref(life.figure)}
    class=${problem === null ? '' : 'stale'}
    ?loading=${reading === null && problem === null}
    .text=${life.text.value}
    .run=${reading?.run ?? null}
  >
    ${line(texts, own, life)} ${overview(texts, reading)} ${projections(texts.life, reading)}
    ${steps(texts.life, reading)}
  </glass-model>`;
}

function line(texts: Texts, own: Line, life: Life): TemplateResult {
  const text = life.text.value;
  const reading = life.reading.value;
  const sentenceProblem = life.problem.value;
  const isSeedWrong = life.isSeedWrong.value;
  const { following } = wordsFor(texts.language);
  const problem =
    sentenceProblem === null
      ? ''
      : `${problemText(sentenceProblem, texts)}${reading ? following(texts.sentence.stale) : ''}`;
  const examples = [kArticleSentence, own.text.value].filter((each) => each !== text);
  return html`<div class="prose">${texts.life.body}</div>
    <div class="own-text">
      <glass-input
        .value=${text}
        .label=${texts.life.input}
        .problem=${problem}
        @glass-text=${({ detail }: CustomEvent<{ text: string }>) => life.setText(detail.text)}
      ></glass-input>
      ${
        examples.length === 0
          ? nothing
          : html`<p class="examples">
              <span>${texts.sentence.try}</span>
              ${examples.map((example) => html`<button class="link" title=${example} @click=${() => life.setText(example)}>${example}</button>`)}
            </p>`
      }
      <p class="field">
        <label for="seed">${texts.life.seed}</label>
        <input
          id="seed"
          inputmode="numeric"
          autocomplete="off"
          size="10"
          aria-invalid=${isSeedWrong}
          aria-describedby="seed-problem"
          ${typed(life.writtenSeed.value, (text) => life.setSeed(text))}
        />
        <span class="problem" id="seed-problem" role="status"
          >${isSeedWrong ? texts.life.seedProblem : ''}</span
        >
      </p>
      ${reading && reading.words > kMaxWords ? html`<p class="note" role="status">${texts.life.tooLong(reading.words, reading.example.words.length)}</p>` : nothing}
    </div>
    <figure class="in-column"><glass-tokens></glass-tokens></figure>`;
}

/** Embedding, attention, context vectors: the whole way in one row, word beside word. */
function overview({ life: texts, language }: Texts, reading: Reading | null): TemplateResult {
  const extent = extentOf(reading);
  const { following } = wordsFor(language);
  const isArticles = reading?.seed === kArticleSeed && reading.text === kArticleSentence;
  return html`<figure class="way">
    <div class="flow ${(reading?.example.words.length ?? 0) > kMaxWithDigits ? 'many' : ''}">
      <div class="panel">
        <div>
          <h3>${texts.embed}</h3>
          <p>${texts.embedText}</p>
        </div>
        <glass-embeddings .extent=${extent}></glass-embeddings>
      </div>
      <div class="panel wide">
        <div>
          <h3>${texts.look}</h3>
          <p>${texts.lookText}</p>
        </div>
        <glass-attention fixed-view></glass-attention>
      </div>
      <div class="panel">
        <div>
          <h3>${texts.mix}</h3>
          <p>${texts.mixText}</p>
        </div>
        ${activation('blocks.0.attn.z', 'query', texts.mixCaption, extent, true)}
      </div>
    </div>
    <p class="honest">
      ${texts.random(reading?.seed ?? kArticleSeed)}${isArticles ? html`${following('')}${texts.article}` : nothing}
    </p>
  </figure>`;
}

/** An activation of the run, with all its digits. */
function activation(
  hook: string,
  rowsAs: 'token' | 'query' | 'key',
  caption: string,
  extent: number,
  hasLegend = false,
): TemplateResult {
  return html`<glass-matrix
    hook=${hook}
    rows-as=${rowsAs}
    digits="4"
    .extent=${extent}
    ?legend=${hasLegend}
    .caption=${caption}
  ></glass-matrix>`;
}

function projections(texts: Texts['life'], reading: Reading | null): TemplateResult {
  const example = reading?.example;
  const extent = extentOf(reading);
  const weight = (name: 'query' | 'key' | 'value', values: Tensor | undefined) =>
    html`<div class="panel">
      <h4>W<sub>${name}</sub></h4>
      <glass-matrix
        .values=${values ?? null}
        digits="4"
        .extent=${extent}
        .caption=${texts.weight(name)}
      ></glass-matrix>
    </div>`;
  const product = (name: string, hook: string, rowsAs: 'query' | 'key') =>
    html`<div class="panel">
      <h4>${name}</h4>
      ${activation(hook, rowsAs, name, extent)}
    </div>`;
  return html`<h3>${texts.projections}</h3>
    <div class="prose">${texts.projectionsBody}</div>
    <figure class="products">
      <div class="panel">
        <h4>${texts.embeddings}</h4>
        ${activation('embed', 'token', texts.embeddings, extent, true)}
      </div>
      ${weight('query', example?.w_query)} ${product(texts.query, 'blocks.0.attn.q', 'query')}
      ${weight('key', example?.w_key)} ${product(texts.key, 'blocks.0.attn.k', 'key')}
      ${weight('value', example?.w_value)} ${product(texts.value, 'blocks.0.attn.v', 'key')}
    </figure>`;
}

/** One scale for all matrices of the example: embeddings, weights and what they make of each other. */
function extentOf(reading: Reading | null): number {
  if (reading === null) return 0;
  const { embedded, w_query, w_key, w_value, query, key, value, z } = reading.example;
  const all: readonly Tensor[] = [embedded, w_query, w_key, w_value, query, key, value, z];
  return signedExtent(...all.map(({ data }) => data));
}

function steps(texts: Texts['life'], reading: Reading | null): TemplateResult {
  return html`<h3>${texts.steps}</h3>
    <figure class="steps">
      <glass-attention-steps
        .query=${Math.min(1, (reading?.run.tokens.length ?? 2) - 1)}
        .extent=${extentOf(reading)}
      ></glass-attention-steps>
    </figure>`;
}
