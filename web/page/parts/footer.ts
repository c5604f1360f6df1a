import { html, nothing, type TemplateResult } from 'lit';
import type { PageEngine } from '../engine.ts';
import type { Texts } from '../i18n/texts.ts';

/** The build writes it beside the page. */
const kNotices = 'THIRD_PARTY_NOTICES.txt';

export function footer({ footer: texts }: Texts, { info }: PageEngine): TemplateResult {
  const engine = info.value;
  return html`<footer>
    <p>${texts.proof}</p>
    ${engine === null ? nothing : html`<p>${texts.engine(engine.version, engine.simd, megabytes(engine.memoryBytes))}</p>`}
    <p>${texts.place}</p>
    <p>${texts.link}</p>
    <p>${texts.licence} · <a href=${kNotices}>${texts.notices}</a></p>
  </footer>`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
