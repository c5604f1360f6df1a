import { css } from 'lit';

export const positionsStyles = css`
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 1rem;
    margin-bottom: 0.6rem;
  }
  .table {
    --row: calc(14em / 13);
    display: grid;
    grid-template-columns: minmax(calc(3.2em * 16 / 13), max-content) minmax(0, 1fr);
    gap: 0 0.6rem;
    max-height: var(--glass-positions-max-height, 22rem);
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .table.low {
    --row: calc(11em / 13);
  }
  /* A finger is broader than a pointer. */
  @media (pointer: coarse) {
    .table {
      --row: max(44px, calc(14em / 13));
      max-height: var(--glass-positions-max-height, none);
    }
    .table.low {
      --row: max(24px, calc(11em / 13));
      max-height: var(--glass-positions-max-height, 34rem);
    }
  }
  .rows {
    display: grid;
    grid-auto-rows: var(--row);
    line-height: var(--row);
  }
  .rows button {
    min-height: 0;
    padding: 0 3px;
    border: 0;
    border-radius: 2px;
    background: none;
    color: var(--hue, var(--gf-soft));
    font-size: 0.85em;
    text-align: end;
    white-space: nowrap;
  }
  .rows .on {
    background: color-mix(in srgb, var(--hue) 14%, transparent);
    font-weight: 650;
  }
  .rows .beyond {
    padding: 0 3px;
    color: var(--gf-soft);
    font-size: 0.85em;
    text-align: end;
  }
  .picture {
    position: relative;
    height: calc(var(--rows) * var(--row));
    touch-action: pan-y;
    cursor: pointer;
  }
  canvas {
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
    border-radius: 2px;
  }
  .mark {
    position: absolute;
    inset-inline: 0;
    top: calc(var(--at) * var(--row));
    height: var(--row);
    pointer-events: none;
    outline: 2px solid var(--hue, var(--gf-accent));
    border-radius: 1px;
  }
  .column {
    position: absolute;
    top: 0;
    bottom: 0;
    min-width: 2px;
    pointer-events: none;
    box-shadow: 0 0 0 1.5px var(--gf-ink);
  }
  .title {
    margin: 1.2rem 0 0.5rem;
    color: var(--gf-soft);
  }
  .title bdi {
    color: var(--hue);
    font-weight: 600;
  }
  .strips {
    display: grid;
    grid-template-columns: max-content max-content minmax(0, 1fr);
    align-items: center;
    gap: 0.3rem 0.6rem;
  }
  .strips.narrow {
    grid-template-columns: max-content minmax(0, 1fr);
  }
  .strips.narrow .strip {
    grid-column: 1 / -1;
  }
  .sign {
    width: 0.8em;
    color: var(--gf-soft);
    text-align: center;
  }
  .name {
    min-width: 5.5rem;
  }
  .name .length {
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .strip {
    position: relative;
    height: 1.75rem;
    cursor: crosshair;
    touch-action: pan-y;
  }
  .strip.sum {
    border-top: 1px solid var(--gf-line);
    padding-top: 3px;
    height: calc(1.75rem + 4px);
  }
  .digits {
    margin: 0.6rem 0 0;
    min-height: 1.45em;
  }
  .digits b {
    font-weight: 600;
  }
  .digits span {
    color: var(--gf-soft);
  }
`;
