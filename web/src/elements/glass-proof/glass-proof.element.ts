import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type {
  Verification,
  VerifiedActivation,
  VerifiedText,
} from '../../shared/verification-types.ts';
import { formatPercent, formatPower } from '../../view/number.ts';
import { modelFacts } from '../base/export/context.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import { GlassElement } from '../base/glass-element.ts';
import { styles } from '../base/styles-directive.ts';
import { proofStyles } from './glass-proof.styles.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { proof } from '../i18n/subjects/proof.ts';

const kVocabulary = common.with(proof);

/**
 * The surrounding model compared, on the reader's machine and when they ask for it, with what PyTorch computed from the
 * same weights: every tensor of the model's golden.json with its largest difference, as a share of what is allowed, and
 * the texts that both write.
 *
 * @element glass-proof
 * @fires glass-verified - the comparison was made; detail: { verification }
 * @csspart check - the button
 * @csspart readout - what came of it
 * @csspart tensors - a line for every tensor
 * @csspart texts - the texts that were written
 */
export class GlassProof extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), proofStyles];

  @state() private verification: Verification | null = null;
  @state() private failure: Problem = '';
  /** The check under way: what comes of any other is of no interest any more. */
  @state() private running: AbortController | null = null;
  /** The model that all this is about. */
  #model: Model | null = null;

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override removed(): void {
    this.#stop();
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { model, status } = this.figure.state;
    // While another one loads the figure may still have the one before. What it cannot read of a text is no matter here.
    const current = status === 'loading' || model?.closed ? null : model;
    if (current === this.#model) return;
    this.#model = current;
    this.#stop();
    this.verification = null;
    this.failure = '';
  }

  /** @ignore */
  override get awaitsReader(): boolean {
    return this.verification === null && this.failure === '';
  }

  protected override render(): TemplateResult {
    const placeholder = this.renderPlaceholder(this.#model === null);
    if (placeholder) return placeholder;
    const { words, verification, failure, running } = this;
    const isOff = failure !== '' || verification?.agrees === false;
    return html`<button
        part="check"
        aria-disabled=${running !== null}
        @click=${() => void this.#check()}
      >
        ${words.proof.check}
      </button>
      <p class="said ${isOff ? 'off' : ''}" part="readout" role="status">${this.#result}</p>
      ${verification === null ? nothing : html`${this.#tensors(verification)}${this.#texts(verification)}`}`;
  }

  override get figureTitle(): string {
    const { model } = this.figure.state;
    const name = model === null ? '' : modelFacts(model).name;
    return name === '' ? this.words.proof.check : this.words.labelled(name, this.words.proof.check);
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return { ...super.numbers(), verification: jsonOf(this.verification) ?? null };
  }

  get #result(): TemplateResult | string {
    const { proof } = this.words;
    if (this.running !== null) return proof.checking;
    if (this.failure !== '') return this.said(this.failure);
    return this.verification === null ? '' : proof.said(this.verification);
  }

  #tensors({ activations, tolerance }: Verification): TemplateResult {
    const { proof } = this.words;
    return html`<table part="tensors" aria-label=${proof.tensors}>
      <thead>
        <tr>
          <th scope="col">${proof.tensor}</th>
          <th scope="col">${proof.largest}</th>
          <th scope="col">${proof.share(tolerance)}</th>
        </tr>
      </thead>
      <tbody>
        ${activations.map((each) => this.#tensor(each))}
      </tbody>
    </table>`;
  }

  #tensor({ name, shape, count, largest, share, agrees }: VerifiedActivation): TemplateResult {
    const { proof } = this.words;
    const size = shape.reduce((product, n) => product * n, 1);
    return html`<tr class=${agrees ? '' : 'off'}>
      <th scope="row">
        <code>${breakable(name)}</code><small>${proof.compared(shape, count, size)}</small>
      </th>
      <td>${formatPower(largest, 'measured')}</td>
      <td>
        ${mark(agrees)} ${formatPercent(share)}
        <span class="bar" aria-hidden="true"
          ><span ${styles({ width: `${Math.min(1, share) * 100}%` })}></span
        ></span>
      </td>
    </tr>`;
  }

  #texts({ generated, text, tokensAgree }: Verification): TemplateResult {
    const { proof } = this.words;
    return html`<ul part="texts">
      <li class=${tokensAgree === false ? 'off' : ''}>
        ${mark(tokensAgree)} ${proof.tokens(text, tokensAgree)}
        ${tokensAgree === null ? html`<small>${proof.notCompared}</small>` : nothing}
      </li>
      ${generated.map((each) => this.#text(each))}
    </ul>`;
  }

  #text(verified: VerifiedText): TemplateResult {
    const { text, found, agrees } = verified;
    const note = this.#noteOn(verified);
    return html`<li class=${agrees === false ? 'off' : ''}>
      ${mark(agrees)}
      <q class="start">${text}</q>${found === null ? nothing : html` → <q>${found}</q>`}
      ${note === '' ? nothing : html`<small>${note}</small>`}
    </li>`;
  }

  #noteOn({ expected, expectedIds, found, foundIds, agrees }: VerifiedText): string {
    const { proof } = this.words;
    if (agrees === null) return proof.notCompared;
    if (agrees) return '';
    if (found !== expected || foundIds === null || expectedIds === null)
      return proof.expected(expected);
    return proof.otherTokens(foundIds.join(' '), expectedIds.join(' '));
  }

  async #check(): Promise<void> {
    if (this.#model === null || this.running !== null) return;
    const model = this.figure.modelToAsk();
    if (model === null) return;
    const running = (this.running = new AbortController());
    this.failure = '';
    try {
      const verification = await model.verify({ signal: running.signal });
      if (running !== this.running) return;
      this.running = null;
      this.verification = verification;
      this.send('glass-verified', { verification });
    } catch (error) {
      if (running !== this.running) return;
      this.running = null;
      this.verification = null;
      this.failure = problemOf(error);
    }
  }

  #stop(): void {
    this.running?.abort();
    this.running = null;
  }
}

/** A long name breaks after a dot. */
function breakable(name: string): unknown[] {
  return name.split('.').flatMap((part, i) => (i === 0 ? [part] : ['.', html`<wbr />`, part]));
}

/** A dash where nothing was compared. */
function mark(agrees: boolean | null): string {
  if (agrees === null) return '–';
  return agrees ? '✓' : '✗';
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-proof': GlassProof;
  }
}
