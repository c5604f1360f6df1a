import { html, type TemplateResult } from 'lit';
import { wordsFor } from 'glassformer/elements/functions';
import { barCount } from '../bars.ts';
import type { Shared } from '../chapter.ts';

/** The first view: the picked head's attention, the probabilities of the next token, and every head. */
export function firstView({ language, line }: Shared): TemplateResult {
  const texts = language.texts.value;
  const writer = line.writer.value;
  const { first } = texts;
  /** A sentence about what the static page lacks. */
  const withScripts = (sentence: string, className = '') =>
    html`<span data-page-only class=${className}
      >${wordsFor(texts.language).following(sentence)}</span
    >`;
  return html`<section class="first" aria-label=${texts.title}>
    <glass-save .caption=${`${first.look} · ${first.next}`}
      ><div class="glance">
        <div class="panel heads">
          <h2>${first.heads}</h2>
          <p>${first.headsText}${withScripts(first.pick)}</p>
          <glass-heads></glass-heads>
        </div>
        <div class="panel look">
          <h2>${first.look}</h2>
          <p>${first.lookText}</p>
          <glass-attention fixed-view></glass-attention>
        </div>
        <div class="panel next">
          <h2>${first.next}</h2>
          <p>
            ${first.nextText[writer]}${withScripts(first.press, line.nextFollowsEnd.value ? '' : 'kept-room')}
          </p>
          <glass-next-token
            at-pinned
            limit=${barCount()}
            @glass-choose=${({ detail }: CustomEvent<{ text: string }>) => line.append(detail.text)}
          ></glass-next-token>
        </div></div
    ></glass-save>
    <p class="honest">${first.honest[writer]}</p>
  </section>`;
}
