import { html, nothing, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';

export function footer({ texts: { footer: texts }, engine }: PageState): TemplateResult {
  return html`<footer>
    <p>${texts.proof}</p>
    ${engine === null ? nothing : html`<p>${texts.engine(engine.version, engine.simd, megabytes(engine.memoryBytes))}</p>`}
    <p>${texts.place}</p>
    <p>${texts.link}</p>
    <p>${texts.licence}</p>
  </footer>`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
