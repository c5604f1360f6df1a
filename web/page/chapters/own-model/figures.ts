/** The page's figures with a model of the reader's own, as far as they suit it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Opened } from './opened-model.ts';
import type { Place } from './place.ts';
import type { Said } from './said.ts';

/** Of a longer text the figures read this much of its end. */
const kMaxTokens = 128;

export function figures(
  { model, own, text, isOwnText }: Opened,
  place: Place,
  { texts, page }: Said,
): TemplateResult {
  const { architecture } = model.config.resolved;
  const isEncoderDecoder = architecture === 'encoder-decoder';
  const reads = model.hasTokenizer && (!isEncoderDecoder || model.hasSourceTokenizer);
  const writes = architecture === 'decoder';
  const hasClasses = model.config.resolved.labels.length > 0;
  return html`<glass-model
    .model=${model}
    .text=${reads ? text : ''}
    max-tokens=${kMaxTokens}
    @glass-error=${() => place.hasFailed()}
  >
    ${reads ? html`${line({ texts }, isOwnText)} ${isEncoderDecoder ? translating({ texts }) : reading({ texts }, { writes, hasClasses })}` : html`<p class="note">${texts.noTokenizer}</p>`}
    ${
      reads
        ? html`<p class="note further">${texts.further}</p>
            ${place.chapters.view({ model, text }, page)}`
        : nothing
    }
    <h3>${texts.proof}</h3>
    ${
      own.files.has('golden.json')
        ? html`<figure>
            <glass-save><glass-proof></glass-proof></glass-save>
          </figure>`
        : html`<p class="note">${texts.noGolden}</p>`
    }
  </glass-model>`;
}

type Texts = Pick<Said, 'texts'>;

function line({ texts }: Texts, isOwnText: boolean): TemplateResult {
  return html`<div class="own-text">
      <glass-input .label=${texts.line} .placeholder=${texts.empty}></glass-input>
      ${isOwnText ? html`<p class="note">${texts.ownText}</p>` : nothing}
    </div>
    <glass-tokens></glass-tokens>`;
}

function translating({ texts }: Texts): TemplateResult {
  return html`<h3>${texts.translating}</h3>
    <figure>
      <glass-save><glass-translate></glass-translate></glass-save>
    </figure>`;
}

interface Kind {
  readonly writes: boolean;
  readonly hasClasses: boolean;
}

function reading({ texts }: Texts, { writes, hasClasses }: Kind): TemplateResult {
  return html`<h3>${texts.attention}</h3>
    <figure>
      <glass-save
        ><div class="pick">
          <glass-heads switchable></glass-heads><glass-attention></glass-attention></div
      ></glass-save>
      <glass-changes></glass-changes>
    </figure>
    ${
      hasClasses
        ? html`<h3>${texts.classes}</h3>
            <figure class="middle">
              <glass-save><glass-next-token with-logits></glass-next-token></glass-save>
            </figure>
            <h3>${texts.layers}</h3>
            <figure>
              <glass-save><glass-block></glass-block></glass-save>
            </figure>
            <p class="note">${texts.writesNone}</p>`
        : nothing
    }
    ${
      writes
        ? html`<h3>${texts.next}</h3>
            <figure class="middle">
              <glass-save><glass-next-token adjustable></glass-next-token></glass-save>
            </figure>
            <h3>${texts.layers}</h3>
            <figure>
              <glass-save><glass-block></glass-block></glass-save>
            </figure>
            <h3>${texts.surprise}</h3>
            <figure>
              <glass-save><glass-surprise></glass-surprise></glass-save>
            </figure>
            <h3>${texts.writing}</h3>
            <figure class="middle">
              <glass-save><glass-generate></glass-generate></glass-save>
            </figure>`
        : nothing
    }`;
}
