import { html, nothing, type TemplateResult } from 'lit';
import type { Chapter, Shared } from '../chapter.ts';
import { inMegabytes } from '../megabytes.ts';
import { kNotices } from '../notices.ts';
import { referenceFolder } from '../reference/folder.ts';

export function footer(
  { language, engine: { info }, folder, printing }: Shared,
  chapters: readonly Chapter[],
): TemplateResult {
  const { footer: texts } = language.texts.value;
  const engine = info.value;
  return html`<footer>
    <p>${texts.proof}</p>
    ${engine === null ? nothing : html`<p>${texts.engine(engine.version, engine.simd, inMegabytes(engine.memoryBytes))}</p>`}
    <p>${texts.place}</p>
    <p>${texts.link}</p>
    <p class="for-print">
      <button aria-disabled=${printing.isPreparing} @click=${() => void printing.prepare(chapters)}>
        ${printing.isPreparing ? texts.preparing : texts.print}
      </button>
      ${texts.printNote}
    </p>
    <p><a href=${folder + referenceFolder(language.name.value)}>${texts.reference}</a></p>
    <p>${texts.licence} · <a href=${folder + kNotices}>${texts.notices}</a></p>
  </footer>`;
}
