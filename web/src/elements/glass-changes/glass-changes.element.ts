import { html, type TemplateResult } from 'lit';
import type { Ablation } from '../../shared/run-types.ts';
import { controls } from '../base/attributes.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { changesStyles } from './glass-changes.styles.ts';

/**
 * Which heads of the surrounding model were switched off or scaled, with undo. Nothing while none is changed.
 *
 * @element glass-changes
 * @fires glass-ablate - a change was taken back; detail: { ablations }
 * @csspart changes - the line
 */
export class GlassChanges extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), changesStyles];
  static override readonly subjects: readonly Subject[] = ['changes'];
  static override readonly rules = { fixed: controls('undo') };

  protected override render(): TemplateResult {
    const { ablations } = this.figure;
    return html`<div class="changes" part="changes" role="status">
      ${ablations.length === 0 ? '' : this.#line(ablations)}
    </div>`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return { ablations: jsonOf(this.figure.ablations) ?? null };
  }

  #line(ablations: readonly Ablation[]): TemplateResult {
    const areOff = ablations.every(({ factor = 0 }) => factor === 0);
    return html`<span>${this.words.headsChanged(ablations.length, areOff)}</span>
      <button data-control="undo" @click=${() => this.#set(ablations.slice(0, -1))}>
        ${this.words.undo}
      </button>
      <button data-control="undo" @click=${() => this.#set([])}>${this.words.undoAll}</button>`;
  }

  #set(ablations: readonly Ablation[]): void {
    this.figure.ablate(ablations);
    this.send('glass-ablate', { ablations });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-changes': GlassChanges;
  }
}
