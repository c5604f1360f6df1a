import { css, type CSSResult, html, type TemplateResult } from 'lit';
import { styles } from './styles-directive.ts';

export const trackStyles: CSSResult = css`
  .track {
    position: relative;
    height: 0.7rem;
    border-radius: 2px;
    background: var(--gf-wash);
  }
  .track .bar {
    display: block;
    height: 100%;
    border-radius: 2px;
    background: var(--gf-accent);
  }
  .track i {
    position: absolute;
    inset-block: -0.15rem;
    border-inline-start: 1.5px solid var(--gf-ink);
  }
`;

/** A bar as long as `share` of its track, with a mark at what it is compared with. Both are shares, from 0 to 1. */
export function track(share: number, mark: number): TemplateResult {
  return html`<span class="track"
    ><span class="bar" ${styles({ width: percent(share) })}></span
    ><i ${styles({ 'inset-inline-start': percent(mark) })}></i
  ></span>`;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;
