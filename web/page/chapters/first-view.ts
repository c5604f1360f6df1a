import { html, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';
import { writerOf } from '../writers.ts';

/** The whole of it at a glance: who looks at whom, what may come next, and every head there is. */
export function firstView({ texts, read }: PageState): TemplateResult {
  const { first } = texts;
  return html`<section class="first" aria-label=${texts.title}>
    <glass-save .caption=${texts.claim}
      ><div class="glance">
        <div class="panel heads">
          <h2>${first.heads}</h2>
          <p>${first.headsText}</p>
          <glass-heads></glass-heads>
        </div>
        <div class="panel look">
          <h2>${first.look}</h2>
          <p>${first.lookText}</p>
          <glass-attention fixed-view></glass-attention>
        </div>
        <div class="panel next">
          <h2>${first.next}</h2>
          <p>${first.nextText[writerOf(read)]}</p>
          <glass-next-token read-only></glass-next-token>
        </div></div
    ></glass-save>
    <glass-changes></glass-changes>
    <p class="honest">${first.honest[writerOf(read)]}</p>
  </section>`;
}
