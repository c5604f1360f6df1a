import { css, unsafeCSS } from 'lit';
import { kRowHeight } from './digit-layout.ts';

export const matrixStyles = css`
  .scroller {
    position: relative;
    overflow: auto;
    /* Rows come and go while it scrolls; the browser must not follow one of them. */
    overflow-anchor: none;
    max-width: calc(100% + 6px);
    max-height: var(--glass-matrix-max-height, 26rem);
    /* Room for focus rings and outlines at the edges. */
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  .grid {
    --cell-width: var(--digits-width);
    --least-width: var(--cell-width);
    display: grid;
    gap: 1px;
    width: max-content;
  }
  /* Fields are as large as a finger there, and so is their type. */
  @media (pointer: coarse) {
    /* A finger that passes moves the page, beside all rows of most lines; the rows of a longer one, once it was touched. */
    .scroller {
      max-height: var(--glass-matrix-max-height, 60rem);
    }
    .scroller:not(:focus-within) {
      overflow-y: hidden;
    }
    .grid {
      --least-width: calc(var(--digits-width) - 6em / 13);
      --row-height: 36px;
    }
    .grid[role='table'] {
      --cell-width: max(44px, calc(var(--digits-width) * 16 / 13));
      --least-width: var(--cell-width);
      --row-height: 44px;
    }
  }
  .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    height: ${unsafeCSS(kRowHeight)};
    border-radius: 3px;
  }
  .row.on {
    outline: 2px solid var(--hue, var(--gf-accent));
    z-index: 3;
  }
  .row.pad {
    height: var(--pad);
  }

  .label,
  .corner {
    position: sticky;
    left: -3px;
    z-index: 2;
    display: flex;
    align-items: center;
    justify-content: flex-end;
    min-width: 0;
    padding: 0 0.5rem 0 3px;
    background: var(--gf-paper);
    color: var(--hue, var(--gf-soft));
    white-space: nowrap;
  }
  .label bdi,
  .head bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .label.on,
  .head.on {
    font-weight: 650;
  }

  .heads {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    position: sticky;
    top: -3px;
    z-index: 4;
    background: var(--gf-paper);
  }
  .head {
    display: flex;
    align-items: flex-end;
    justify-content: center;
    min-width: 0;
    padding-bottom: 0.2rem;
    color: var(--hue, var(--gf-soft));
    white-space: nowrap;
  }
  /* A long one reaches over the cells of its short neighbours. */
  .grid:not(.slanted) .head bdi {
    flex: none;
    overflow: visible;
  }
  .slanted .head {
    position: relative;
    height: var(--head-height);
    overflow: visible;
  }
  .slanted .head bdi {
    position: absolute;
    left: 50%;
    bottom: 0.25rem;
    max-width: 7.5em;
    transform-origin: 0 100%;
    transform: translateX(0.1em) rotate(-48deg);
  }

  .cell {
    display: flex;
    align-items: center;
    justify-content: center;
    min-width: 0;
    border-radius: 2px;
    cursor: default;
    transition: background-color 180ms;
  }
  .linked .cell,
  .linked .label,
  .linked .head {
    cursor: pointer;
  }
  .cell.masked {
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-line) 3px 4px);
    color: var(--gf-soft);
  }
  .cell.on {
    outline: 2px solid var(--gf-ink);
    outline-offset: -2px;
    z-index: 1;
  }
  .cell:focus-visible {
    outline: 2px solid var(--gf-accent);
    outline-offset: 0;
    z-index: 2;
  }
  .zero:not(input) {
    opacity: 0.62;
  }
  /* Of a field only the text is dimmed. */
  input.zero:not(:focus) {
    color: color-mix(in srgb, currentcolor 62%, transparent);
  }

  .cell input {
    width: 100%;
    height: 100%;
    min-height: 0;
    padding: 0;
    border: 1px solid transparent;
    border-bottom: 1px dotted currentColor;
    border-radius: 2px;
    background: none;
    text-align: center;
  }
  .cell input:hover {
    border-bottom-style: solid;
  }
  .cell input[aria-invalid='true'] {
    outline: 2px solid var(--gf-bad);
    outline-offset: -2px;
  }
  .cell input:focus {
    outline: 2px solid var(--gf-accent);
    outline-offset: 0;
  }
  /* No wider than the cells, so that nothing beside them moves. */
  .complaint {
    contain: inline-size;
    max-width: 40ch;
    margin: 0.4rem 0 0;
    color: var(--gf-bad);
  }
  .complaint:empty {
    margin: 0;
  }

  .large {
    position: relative;
    width: max-content;
  }
  .large canvas {
    display: block;
    image-rendering: pixelated;
    /* What is hidden stays clear. */
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-line) 3px 4px);
    border-radius: 2px;
  }
  .named {
    display: grid;
    grid-template-columns: var(--names) max-content;
    width: max-content;
    padding-right: 4rem;
  }
  /* The names stay where they are while the cells scroll: those of rows at the left, those of columns above. */
  .over {
    position: sticky;
    top: -3px;
    z-index: 3;
    height: 3.9rem;
    background: var(--gf-paper);
  }
  .over.corner {
    z-index: 4;
    padding: 0;
  }
  .over span {
    position: absolute;
    bottom: 0.2rem;
    color: var(--hue);
    font-size: 0.85em;
    line-height: 1;
    white-space: nowrap;
    transform-origin: 0 100%;
    transform: rotate(-55deg);
  }
  .over .on {
    font-weight: 650;
  }
  .over.upright {
    height: 1.3rem;
  }
  .over.upright span {
    font-size: min(0.85em, var(--cell));
    transform: translateX(-50%);
    transform-origin: 50% 100%;
  }
  .names.small {
    font-size: 0.85em;
    line-height: 1.2;
  }
  .strips {
    display: grid;
    grid-template-columns: var(--names) max-content;
  }
  .names {
    position: sticky;
    left: -3px;
    z-index: 2;
    padding-left: 3px;
    background: var(--gf-paper);
  }
  .names span {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    padding-right: 0.5rem;
    color: var(--hue);
    white-space: nowrap;
  }
  .names .on {
    font-weight: 650;
  }
  .names .long {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .mark {
    position: absolute;
    pointer-events: none;
    outline: 1.5px solid var(--hue, var(--gf-accent));
    border-radius: 1px;
  }
  .mark:not(.cell, .on) {
    display: none;
  }
  .mark.cell {
    outline-color: transparent;
  }
  .mark.cell:focus-visible {
    outline: 1.5px solid var(--gf-ink);
    outline-offset: 0;
  }

  .foot {
    min-height: 1.5rem;
  }
  /* Nothing moves when a cell is looked at. */
  @media screen {
    :host(:not([saving])) .line {
      display: block;
      min-height: 1.5rem;
    }
  }
  /* Nothing scrolls on paper. */
  @media print {
    .scroller {
      overflow: visible;
    }
    /* A browser may lay the page out as far down as it was scrolled: what sticks would lie over rows there. */
    .label,
    .corner,
    .heads,
    .over,
    .names {
      position: relative;
      inset: auto;
    }
    .row {
      break-inside: avoid;
    }
  }
`;
