import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Tensor } from '../../shared/run-types.ts';
import { fillOf } from '../../view/colour.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { shorten, tokenLabels } from '../../view/label.ts';
import { toTensor } from '../../view/matrix.ts';
import { formatFixed } from '../../view/number.ts';
import { isDecoder } from '../../shared/architecture.ts';
import { askedStyles } from '../base/asked.styles.ts';
import { controls, oneOf, whole } from '../base/attributes.ts';
import { type Json, numberOf, rowsOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { countedChoice } from '../base/counted-choice.ts';
import { inputCode, studyCode } from '../base/recipe.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { segments } from '../base/segments.ts';
import { styles } from '../base/styles-directive.ts';
import { withSubscripts } from '../base/subscripts.ts';
import { tokenName } from '../base/token-name.ts';
import { wordStyles, wordView } from '../base/word.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { study } from '../i18n/subjects/study.ts';
import '../glass-matrix/glass-matrix.ts';
import '../glass-tokens/glass-tokens.ts';
import { circuitStyles } from './glass-circuit.styles.ts';
import {
  type Circuit,
  type CircuitKind,
  type CircuitQuestion,
  kCircuits,
  hooksOf,
  readCircuit,
} from '../../study/circuit.ts';
import type { NamedPush } from '../../study/writes.ts';

const kDigits = 2;
/** Characters of a token beside its bar. */
const kShownText = 14;

/** Longer lines are cut to their end: each pair has a score. */
const kMaxTokens = 64;

const kVocabulary = common.with(layers).with(study).with(recipes);

/**
 * A circuit of one head of a pre-norm decoder, from its weights alone, for the tokens of the line. QK: the score that each token as
 * query gives to each token as key. OV: which output tokens the head raises, and lowers, when it attends to the pinned token,
 * else to the last one. What a head reads is the embedding alone, normalised as before its layer, without biases.
 *
 * @element glass-circuit
 * @csspart raised - the output tokens that are raised most
 * @csspart lowered - those that are lowered most
 * @csspart readout - what the head does with the token itself
 */
export class GlassCircuit extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    askedStyles,
    wordStyles,
    circuitStyles,
    recipeStyles,
  ];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'pin', 'head'];
  static override readonly rules = {
    kind: oneOf(...kCircuits),
    layer: whole(0),
    head: whole(0),
    fixed: controls('kind', 'layer', 'head', 'positions', 'token'),
  };

  /** Which circuit is shown at first: "qk" or "ov". */
  @property() kind: CircuitKind = 'qk';
  /** Counted from 0. Where absent: that of the head which the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  /** As `layer`. */
  @property({ type: Number }) head: number | null = null;
  /** Adds to each embedding the vector of its position in the line. */
  @property({ type: Boolean, attribute: 'with-positions' }) withPositions = false;

  readonly #recipe = new RecipeView(this);
  readonly #answers = new FigureAnswer<CircuitQuestion, Circuit>(this, {
    answer: readCircuit,
    same: isSame,
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get neededHooks(): readonly string[] {
    const { model } = this.figure.state;
    return model === null || this.#none(model) !== null ? [] : hooksOf(model);
  }

  override get shownHead(): HeadPlace | null {
    return this.#answers.shown?.question.place ?? null;
  }

  protected override willUpdate(): void {
    const { model, run } = this.figure.state;
    if (model === null || this.#none(model) !== null) return;
    const { decoder_layers, num_heads } = model.config.resolved;
    this.checkPlace('layer', decoder_layers);
    this.checkPlace('head', num_heads);
    if (run === null) return;
    const picked = this.figure.head;
    const place = {
      layer: Math.min(this.layer ?? picked.layer, decoder_layers - 1),
      head: Math.min(this.head ?? picked.head, num_heads - 1),
    };
    const { pinned } = this.figure.selection;
    const row = Math.min(pinned?.query ?? pinned?.key ?? Infinity, run.tokens.length - 1);
    const { kind, withPositions: hasPositions } = this;
    this.#answers.ask({ model, run, kind, place, row, hasPositions, maxTokens: kMaxTokens });
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const circuit = this.#answers.shown;
    const { model } = this.figure.state;
    const none = model === null ? null : this.#none(model);
    const placeholder = this.renderPlaceholder(
      circuit === null || circuit.question.model !== model || none !== null,
      none ?? words.empty,
      this.#answers.isBusy && none === null,
    );
    if (placeholder || circuit === null) return html`${placeholder}`;
    const { circuit: own } = words.study;
    const { kind, place, hasPositions } = circuit.question;
    const { norm, final_norm: hasLastNorm } = circuit.question.model.config.resolved;
    return html`${this.#choices(circuit)}
      <p class="title">${this.figureTitle}</p>
      ${kind === 'qk' ? this.#scores(circuit) : this.#outputs(circuit)}
      <p class="note">
        ${own.reads(hasPositions, place.layer + 1, norm !== 'none')}${withSubscripts(words.following(own.then[kind](hasLastNorm)))}${place.layer > 0 ? words.following(own.later) : nothing}${circuit.first > 0 ? words.following(own.cut(kMaxTokens)) : nothing}
      </p>
      ${this.#recipe.render(words, this.recipe())}`;
  }

  #choices({ question: { kind, run, model, place, hasPositions } }: Circuit): TemplateResult {
    const { circuit: own } = this.words.study;
    const { decoder_layers, num_heads, positions } = model.config.resolved;
    const kinds = kCircuits.map((each) => [each, own.kinds[each]] as const);
    return html`<div class="asked" data-control>
      ${segments(own.which, 'kind', kinds, kind, (each) => this.choose('kind', each))}
      ${countedChoice({ name: 'layer', label: this.words.layer, count: decoder_layers, chosen: place.layer, choose: (chosen) => this.choose('layer', chosen) })}
      ${countedChoice({ name: 'head', label: own.head, count: num_heads, chosen: place.head, choose: (chosen) => this.choose('head', chosen) })}
      ${
        positions === 'none'
          ? nothing
          : html`<label class="positions" data-control="positions"
              ><input
                type="checkbox"
                .checked=${hasPositions}
                @change=${({ target }: Event) => this.choose('withPositions', (target as HTMLInputElement).checked)}
              />${own.positions}</label
            >`
      }
      ${
        kind === 'ov'
          ? html`<glass-tokens
              data-control="token"
              without-ids
              .tokens=${run.tokens}
              .caption=${own.who}
            ></glass-tokens>`
          : nothing
      }
    </div>`;
  }

  #scores({ question: { run }, scores, first }: Circuit): TemplateResult {
    if (scores === null) return html``;
    const labels = tokenLabels(run.tokens).slice(first);
    const isWhole = first === 0;
    return html`<glass-matrix
      legend
      .values=${toTensor(scores)}
      .mask=${causalMask(labels.length)}
      .rowLabels=${labels}
      .columnLabels=${labels}
      .rowsAs=${isWhole ? 'query' : 'none'}
      .columnsAs=${isWhole ? 'key' : 'none'}
      .caption=${this.figureTitle}
    ></glass-matrix>`;
  }

  #outputs({ itself, raised, lowered, question }: Circuit): TemplateResult {
    const { circuit: own } = this.words.study;
    const { vocab_size } = question.model.config.resolved;
    const end = Math.max(...[...raised, ...lowered].map(({ logit }) => Math.abs(logit)));
    const items = (all: readonly NamedPush[]) =>
      all.map(
        (each) =>
          html`<li class=${each.id === itself?.id ? 'it' : ''}>
            ${wordView({ text: each.text, shown: shorten(this.#name(each), kShownText) }, this.words)}
            <i
              ${styles({
                '--part': (end > 0 ? Math.abs(each.logit) / end : 0).toFixed(4),
                '--side': fillOf(Math.sign(each.logit), 1, 'signed', this.shades),
              })}
            ></i>
            <span class="number">${formatFixed(each.logit, kDigits)}</span>
          </li>`,
      );
    return html`<p class="readout" part="readout">
        ${itself === null ? nothing : own.itself(this.#name(itself), itself.logit, itself.rank, vocab_size)}
      </p>
      <div class="given">
        <div>
          <p>${own.raised}</p>
          <ol part="raised" aria-label=${own.raised}>
            ${items(raised)}
          </ol>
        </div>
        <div>
          <p>${own.lowered}</p>
          <ol part="lowered" aria-label=${own.lowered}>
            ${items(lowered)}
          </ol>
        </div>
      </div>`;
  }

  override get figureTitle(): string {
    const circuit = this.#answers.shown;
    if (circuit === null) return '';
    const { circuit: own } = this.words.study;
    const { kind, place, run, row } = circuit.question;
    const token = run.tokens[row];
    const at = [place.layer + 1, place.head + 1] as const;
    return kind === 'qk' ? own.qk(...at) : own.ov(...at, token ? this.#name(token) : '');
  }

  override get shownSettings(): ShownSettings {
    const circuit = this.#answers.shown;
    if (circuit === null) return {};
    const { kind, hasPositions: withPositions } = circuit.question;
    return { kind, withPositions };
  }

  protected override get settingLines(): readonly string[] {
    const { circuit: own } = this.words.study;
    return this.#answers.shown?.question.hasPositions === true ? [own.positions] : [];
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const circuit = this.#answers.shown;
    if (circuit === null) return {};
    const { question, scores, raised, lowered, itself, first } = circuit;
    const { kind, place, run, row, hasPositions } = question;
    const told = ({ id, text, logit }: NamedPush) => ({ id, text, logit: numberOf(logit) });
    return {
      kind,
      ...place,
      with_positions: hasPositions,
      tokens: run.tokens.slice(first).map(({ id, text }) => ({ id, text })),
      ...(scores === null
        ? {
            token: row - first,
            itself: itself && { ...told(itself), rank: itself.rank },
            raised: raised.map(told),
            lowered: lowered.map(told),
          }
        : { scores: rowsOf(scores) }),
    };
  }

  override recipe(): string | null {
    const circuit = this.#answers.shown;
    if (circuit === null) return null;
    const { model, kind, place, row, hasPositions } = circuit.question;
    const isQk = kind === 'qk';
    return studyCode(this, model, {
      name: isQk ? 'qkCircuit' : 'ovCircuit',
      gives: isQk ? ['scores'] : ['raised', 'lowered', 'itself'],
      inputs: [inputCode(this.figure.state)],
      options: { ...place, row: isQk ? null : row, withPositions: hasPositions || null },
      ablations: [],
    });
  }

  /** Why a model's heads are not shown; null where they are. */
  #none(model: Model): string | null {
    const { decoderOnly, circuit: own } = this.words.study;
    if (!isDecoder(model)) return decoderOnly;
    return model.config.resolved.norm === 'post' ? own.postNorm : null;
  }

  #name(token: { readonly id: number; readonly text: string }): string {
    return tokenName(this.figure.state.model, this.words, token).text;
  }
}

/** As scores: −∞ where a decoder's query does not see the key. */
function causalMask(size: number): Tensor {
  const data = Float32Array.from({ length: size * size }, (_, i) =>
    i % size > Math.floor(i / size) ? -Infinity : 0,
  );
  return { shape: [size, size], data };
}

function isSame(a: CircuitQuestion, b: CircuitQuestion): boolean {
  return (
    a.run === b.run &&
    a.kind === b.kind &&
    a.place.layer === b.place.layer &&
    a.place.head === b.place.head &&
    (a.kind === 'qk' || a.row === b.row) &&
    a.hasPositions === b.hasPositions
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-circuit': GlassCircuit;
  }
}
