/** Ten outputs of each model, below its description. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Texts } from '../i18n/texts.ts';
import { isChinese } from '../writers.ts';
import { kTranslated, kWritten, type Translated, type Written } from './index.ts';

type SamplesTexts = Texts['sources']['samples'];

/** @param isOpen the model is looked at */
export function samplesOf(
  name: string,
  texts: SamplesTexts,
  isOpen: boolean,
): TemplateResult | typeof nothing {
  const { [name]: written } = kWritten as Partial<Record<string, Written>>;
  const { [name]: translated } = kTranslated as Partial<Record<string, Translated>>;
  if (!written && !translated) return nothing;
  return html`<details class="samples" ?open=${isOpen}>
    <summary>${texts.title}</summary>
    ${written ? ofWriter(written, texts) : nothing}
    ${translated ? ofTranslator(translated, texts) : nothing}
  </details>`;
}

function ofWriter({ settings, samples }: Written, texts: SamplesTexts): TemplateResult {
  return html`<p class="note">${texts.written(settings)}</p>
    <ol start="0">
      ${samples.map(
        ({ given, text, ended }) =>
          html`<li lang=${languageOf(given)}>
            <strong>${given}</strong><span class="text">${text}</span>${ended ? nothing : ' …'}
          </li>`,
      )}
    </ol>`;
}

function ofTranslator({ settings, samples }: Translated, texts: SamplesTexts): TemplateResult {
  const row = (name: string, text: string) =>
    html`<dt>${name}</dt>
      <dd lang=${languageOf(text)}>${text}</dd>`;
  return html`<p class="note">${texts.translated(settings)}</p>
    <ol>
      ${samples.map(
        ({ given, reference, greedy, beam }) =>
          html`<li>
            <strong lang=${languageOf(given)}>${given}</strong>
            <dl>
              ${row(texts.reference, reference)} ${row(texts.greedy, greedy)}
              ${row(texts.beams(settings), beam)}
            </dl>
          </li>`,
      )}
    </ol>`;
}

const languageOf = (text: string) => (isChinese(text) ? 'zh-CN' : 'en');
