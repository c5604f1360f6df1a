import { css } from 'lit';

export const translateStyles = css`
  :host {
    container-type: inline-size;
  }
  .outputs {
    display: grid;
    gap: 0.5rem;
  }
  .output {
    display: grid;
    grid-template-columns: auto 12rem minmax(0, 1fr) auto;
    align-items: baseline;
    gap: 0.1rem 0.75rem;
    padding: 0.55rem 0.8rem;
    border: 1px solid var(--gf-line);
    border-radius: 8px;
    background: var(--gf-wash);
  }
  .output:not(.shown) {
    cursor: pointer;
  }
  .output.shown {
    border-color: var(--gf-accent);
    box-shadow: inset 0 0 0 1px var(--gf-accent);
  }
  .output label {
    /* Also where a drawing has no button before it. */
    grid-column: 2;
    display: grid;
    align-items: center;
    min-height: var(--gf-target);
    cursor: pointer;
    color: var(--gf-soft);
  }
  .output input[type='radio'] {
    margin: 0;
    accent-color: var(--gf-accent);
    align-self: center;
  }
  .text {
    font-size: 1.35em;
    line-height: 1.5;
    overflow-wrap: anywhere;
    transition: color 150ms;
  }
  .text span {
    border-radius: 3px;
    transition: background-color 150ms;
  }
  .text span.on {
    color: var(--hue);
    background: color-mix(in srgb, var(--hue) 14%, transparent);
  }
  /* What it was before stands in the same line where there is room: nothing below moves from under the pointer. */
  .said {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1.25rem;
  }
  /* In a line of its own: what stands below each word, in columns. */
  .gloss {
    display: flex;
    flex-wrap: wrap;
    flex-basis: 100%;
    gap: 0.3rem 0.9rem;
    margin: 0.2rem 0 0.1rem;
    padding: 0;
    list-style: none;
    color: var(--gf-soft);
    line-height: 1.35;
  }
  .gloss li {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .gloss bdi {
    color: var(--gf-ink);
  }
  .outputs > .small {
    margin: 0;
    color: var(--gf-soft);
  }
  .before {
    color: var(--gf-soft);
  }
  .score {
    color: var(--gf-soft);
    white-space: nowrap;
  }
  .score b {
    color: var(--gf-accent);
    font-weight: 600;
  }
  .busy .text {
    color: var(--gf-soft);
  }
  @container (max-width: 50rem) {
    .output {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .said,
    .score {
      grid-column: 1 / -1;
    }
    .score {
      white-space: normal;
    }
  }

  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.6rem 1.5rem;
    margin: 0.9rem 0 0.6rem;
  }
  .width {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    color: var(--gf-soft);
  }
  .width input {
    width: 9rem;
    min-height: max(1.5rem, var(--gf-target));
    margin: 0;
    accent-color: var(--gf-accent);
  }
  .width output {
    min-width: 1.5rem;
    color: var(--gf-ink);
  }
  /* Its place is kept while nothing is changed, for the same reason. */
  glass-changes {
    min-height: 2.8rem;
  }
  @container (max-width: 44rem) {
    glass-changes {
      order: 1;
      flex-basis: 100%;
    }
  }

  .panels {
    --glass-matrix-max-height: 38rem;
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 2rem 2.5rem;
  }
  /* Beside each other, heads stand beside heads and attention beside attention. */
  .panel {
    display: grid;
    grid-template: subgrid / minmax(0, 1fr);
    grid-row: span 4;
    row-gap: 0;
    align-content: start;
  }
  /* Side by side, their heads stand at one height. */
  @container (min-width: 44rem) {
    .panels:not(.single) .what {
      min-height: 2.9em;
    }
  }
  /* One alone has its heads at its side. */
  @container (min-width: 44rem) {
    .single .panel {
      grid-row: auto;
      grid-template: auto auto 1fr / minmax(0, 18rem) minmax(0, 32rem);
      gap: 0 3rem;
    }
    .single .panel > :last-child {
      grid-area: 1 / 2 / 4 / 3;
    }
  }
  .title {
    margin: 0 0 0.1rem;
    font-size: 1.1em;
    font-weight: 650;
  }
  .what {
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
  glass-heads {
    margin-bottom: 1.1rem;
    --glass-heads-size: 2.9rem;
  }
  .tree {
    margin-top: 2rem;
    --glass-beam-tree-max-height: 32rem;
  }
  /* Browsers reckon the height of a subgrid wrongly where a sheet ends in it: what follows would lie over it. */
  @media print {
    .panels .panel {
      display: block;
      grid-row: auto;
      break-inside: avoid;
    }
    .title {
      break-after: avoid;
    }
    .tree {
      break-inside: avoid;
    }
  }
`;
