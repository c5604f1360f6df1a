import { css } from 'lit';

export const headsStyles = css`
  .heads {
    display: grid;
    grid-template-columns: auto repeat(var(--heads), minmax(0, var(--glass-heads-size, 3.25rem)));
    gap: 3px;
    justify-content: start;
    align-items: center;
    padding: 2px;
  }
  .layer {
    padding-inline-end: 0.4rem;
    color: var(--gf-soft);
    font-size: 0.92em;
    white-space: nowrap;
  }
  .head {
    position: relative;
    aspect-ratio: 1;
    min-height: 0;
    min-width: 0;
    width: 100%;
    padding: 2px;
    border-radius: 4px;
    overflow: clip;
  }
  .head canvas {
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
  }
  .head[aria-pressed='true'] {
    border-color: var(--gf-accent);
    box-shadow: 0 0 0 1px var(--gf-accent);
  }
  .head:is(.off, .scaled) canvas {
    opacity: calc(0.15 + 0.85 * min(1, var(--factor)));
  }
  .cross-out {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .head.scaled:not([aria-pressed='true']) {
    border-color: var(--gf-bad);
  }
  .factor {
    position: absolute;
    inset: auto 0 0;
    color: var(--gf-bad);
    background: color-mix(in srgb, var(--gf-paper) 88%, transparent);
    font-size: 0.85em;
    line-height: 1.3;
    text-align: center;
  }
  .head.found {
    outline: 2px dashed var(--gf-accent);
    outline-offset: 0;
  }
  .finder,
  .sweep {
    margin-top: 0.6rem;
    color: var(--gf-soft);
  }
  .sweep[aria-busy='true'] ol {
    opacity: 0.45;
    transition: opacity 0.1s 0.3s;
  }
  .sweep > button[aria-pressed='true'] {
    border-color: var(--gf-accent);
    color: var(--gf-accent);
  }
  :is(.finder, .sweep) ol {
    display: grid;
    gap: 0.3rem;
    margin: 0.6rem 0 0;
    padding: 0;
    list-style: none;
  }
  .sweep li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.8rem;
  }
  .finder li {
    display: grid;
    grid-template-columns:
      calc(9em * 16 / 13) minmax(calc(3em * 16 / 13), calc(12em * 16 / 13))
      auto;
    align-items: center;
    gap: 0.6rem;
  }
  :is(.finder, .sweep) li b {
    color: var(--gf-ink);
    font-weight: 600;
  }
  :is(.finder, .sweep) p {
    margin: 0.4rem 0 0;
  }
  .readout {
    margin: 0.35rem 0 0;
    color: var(--gf-soft);
  }
  .readout b {
    margin-inline-end: 0.5em;
    color: var(--gf-ink);
    font-weight: 600;
  }
  .strength {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem 0.6rem;
    margin-top: 0.35rem;
    color: var(--gf-soft);
  }
  .strength input {
    flex: 1 1 5rem;
    min-width: 4rem;
    max-width: 10rem;
    margin: 0;
    min-height: max(1.5rem, var(--gf-target));
    accent-color: var(--gf-accent);
  }
  .strength output {
    min-width: 3.2rem;
    color: var(--gf-ink);
  }
`;
