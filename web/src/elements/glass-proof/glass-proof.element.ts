import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Verification, VerifiedActivation, VerifiedText } from '../../shared/types.ts';
import { formatPercent, formatPower } from '../../view/number.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import { GlassElement } from '../base/glass-element.ts';
import { styles } from '../base/styles-directive.ts';
import { proofStyles } from './glass-proof.styles.ts';

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
  @state() private failure = '';
  @state() private busy = false;
  /** The model that all this is about. */
  #model: Model | null = null;

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { model } = this.figure.state;
    if (model === this.#model) return;
    this.#model = model;
    this.verification = null;
    this.failure = '';
    this.busy = false;
  }

  protected override render(): TemplateResult {
    const face = this.face(this.#model === null);
    if (face) return face;
    const { words, verification, failure, busy } = this;
    const isOff = failure !== '' || verification?.agrees === false;
    return html`<button part="check" aria-disabled=${busy} @click=${() => void this.#check()}>
        ${words.proof.check}
      </button>
      <p class="said ${isOff ? 'off' : ''}" part="readout" role="status">${this.#said}</p>
      ${verification === null ? nothing : html`${this.#tensors(verification)}${this.#texts(verification)}`}`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return { verification: jsonOf(this.verification) ?? null };
  }

  get #said(): string {
    const { proof } = this.words;
    if (this.busy) return proof.checking;
    return this.failure || (this.verification === null ? '' : proof.said(this.verification));
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
      <li class=${tokensAgree ? '' : 'off'}>
        ${mark(tokensAgree)} ${proof.tokens(text, tokensAgree)}
      </li>
      ${generated.map((each) => this.#text(each))}
    </ul>`;
  }

  #text({ text, expected, found, agrees }: VerifiedText): TemplateResult {
    return html`<li class=${agrees ? '' : 'off'}>
      ${mark(agrees)} <q class="start">${text}</q> → <q>${found}</q>
      ${agrees ? nothing : html`<small>${this.words.proof.expected(expected)}</small>`}
    </li>`;
  }

  async #check(): Promise<void> {
    const model = this.#model;
    if (model === null || this.busy) return;
    this.busy = true;
    this.failure = '';
    try {
      const verification = await model.verify();
      if (model !== this.#model) return;
      this.verification = verification;
      this.send('glass-verified', { verification });
    } catch (error) {
      if (model !== this.#model) return;
      this.verification = null;
      this.failure = error instanceof Error ? error.message : String(error);
    }
    this.busy = false;
  }
}

/** A long name breaks after a dot. */
function breakable(name: string): unknown[] {
  return name.split('.').flatMap((part, i) => (i === 0 ? [part] : ['.', html`<wbr />`, part]));
}

function mark(agrees: boolean): string {
  return agrees ? '✓' : '✗';
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-proof': GlassProof;
  }
}
