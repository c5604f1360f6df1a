import { css } from 'lit';

export const mapStyles = css`
  .shadow {
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
  .sides {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 1rem 1.5rem;
    align-items: start;
  }
  .sides.narrow {
    grid-template-columns: minmax(0, 1fr);
  }
  .map {
    position: relative;
    box-sizing: content-box;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    overflow: clip;
    cursor: pointer;
    touch-action: pan-y;
  }
  svg {
    display: block;
    width: 100%;
    height: 100%;
    pointer-events: none;
  }
  .points {
    will-change: transform;
  }
  .marks {
    position: absolute;
    inset: 0;
  }
  .label {
    position: absolute;
    min-height: 0;
    height: calc(20em / 13);
    max-width: calc(9em * 16 / 13);
    padding: 0 calc(4em / 13);
    border: 0;
    border-radius: 3px;
    background: color-mix(in srgb, var(--gf-paper) 88%, transparent);
    color: var(--hue, var(--gf-ink));
    line-height: calc(20em / 13);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .label.token {
    font-weight: 600;
  }
  .label.on {
    background: color-mix(in srgb, var(--hue) 14%, var(--gf-paper));
  }
  .label.placeless {
    width: calc(14em / 13);
    height: calc(14em / 13);
    padding: 0;
    background: none;
    color: transparent;
    transform: translate(-50%, -50%);
  }
  .label.near,
  .label.hovered {
    pointer-events: none;
  }
  .label.hovered {
    background: var(--gf-ink);
    color: var(--gf-paper);
    z-index: 2;
  }
  .nearest .title {
    margin: 0 0 0.4rem;
    color: var(--gf-soft);
  }
  .nearest .title bdi {
    color: var(--hue, var(--gf-ink));
    font-weight: 600;
  }
  ol {
    display: grid;
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .neighbour {
    display: grid;
    grid-template-columns: minmax(calc(3.5em * 16 / 13), calc(5em * 16 / 13)) minmax(0, 1fr) calc(
        2.9em * 16 / 13
      );
    align-items: center;
    gap: 0.5rem;
    width: 100%;
    min-height: max(1.75rem, var(--gf-target));
    padding: 0 0.4rem;
    border: 1px solid transparent;
    background: none;
    text-align: start;
  }
  .neighbour bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .neighbour .bar {
    height: 0.85rem;
    min-width: 2px;
    border-radius: 2px;
    background: color-mix(in srgb, var(--hue, var(--gf-accent)) 72%, var(--gf-paper));
    transition: width 200ms;
  }
  .neighbour .number {
    text-align: end;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 1rem;
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
  /* Nobody clicks in a file or on paper. */
  :host([saving]) .how {
    display: none;
  }
  @media print {
    .how {
      display: none;
    }
  }
`;
