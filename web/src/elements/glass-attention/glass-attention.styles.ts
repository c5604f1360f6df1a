import { css } from 'lit';
import { moreBelow } from '../base/more-below.styles.ts';

export const attentionStyles = css`
  .top {
    margin-bottom: 0.8rem;
  }
  .top.named {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem 0.8rem;
  }
  .top b {
    font-weight: 600;
  }
  .lines {
    display: grid;
    grid-template-columns: minmax(0, max-content) minmax(5rem, 22rem) minmax(0, max-content);
    max-height: var(--glass-matrix-max-height, 26rem);
    overflow-y: auto;
    ${moreBelow}
  }
  .side {
    display: flex;
    flex-direction: column;
  }
  .side button {
    height: 2em;
    min-height: 0;
    min-width: 2em;
    padding: 0 0.5rem;
    border: 0;
    background: none;
    display: flex;
    align-items: center;
    color: var(--hue);
    white-space: nowrap;
    cursor: pointer;
    border-radius: 3px;
  }
  /* As high as a finger. */
  @media (pointer: coarse) {
    .lines {
      max-height: var(--glass-matrix-max-height, 34rem);
    }
    /* As in a matrix: a finger that passes moves the page. */
    .lines:not(:focus-within) {
      overflow-y: hidden;
    }
    .side button {
      height: max(44px, 2em);
      min-width: 44px;
    }
  }
  .side button:focus-visible {
    outline-offset: -2px;
  }
  .side.from button {
    justify-content: flex-end;
  }
  .side button.on {
    font-weight: 650;
    background: color-mix(in srgb, var(--hue) 12%, transparent);
  }
  .side .long {
    max-width: 9em;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* Stretched along with the tokens at its sides. */
  svg {
    display: block;
    width: 100%;
    height: 0;
    min-height: 100%;
    overflow: visible;
  }
  path {
    transition:
      stroke-width 180ms,
      stroke-opacity 180ms;
  }
  .still path {
    transition: none;
  }
  .readout {
    margin: 0.1875rem 0 0;
    min-height: 1.3125rem;
    line-height: 1.3125rem;
    color: var(--gf-soft);
  }
  .readout b {
    color: var(--hue, inherit);
    font-weight: 600;
  }
  .readout output {
    color: var(--gf-ink);
    font-weight: 600;
  }
  @media print {
    .lines {
      overflow: visible;
      background: none;
    }
  }
`;
