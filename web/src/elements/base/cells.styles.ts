import { css } from 'lit';

/**
 * A table of numbers that are buttons, each with its shade as its background (`--fill`, `--ink`); beside it what is said of one.
 * `.stale` around both: they are not of what the reader has written.
 */
export const cellStyles = css`
  :host {
    container-type: inline-size;
  }
  .both {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.8rem 2.5rem;
    align-items: start;
  }
  @container (min-width: calc(46em * 16 / 13)) {
    .both {
      grid-template-columns: minmax(0, max-content) minmax(calc(16em * 16 / 13), 1fr);
    }
  }
  .both[aria-busy='true'] {
    opacity: 0.45;
    transition: opacity 0.1s 0.3s;
  }
  /*
   * What still shows the line before. Its sentences and its tokens would be taken for those of the line that stands there. Above
   * the table the sentence that says why takes their place; beside it their room is kept, so that the table stays as wide.
   */
  .stale {
    opacity: 0.45;
    transition: opacity 180ms;
  }
  .stale :is(.answers, .note, .placeholder, [data-control='candidate']) {
    display: none;
  }
  .stale :is(.said, .list) {
    visibility: hidden;
  }
  .title {
    max-width: 34rem;
    margin: 0.8rem 0 0.4rem;
    font-weight: 600;
  }
  .scroller {
    overflow: auto;
    scrollbar-width: thin;
  }
  table {
    border-collapse: separate;
    border-spacing: 2px;
  }
  th {
    padding: 0 0.4rem 0 0;
    font-weight: 400;
    text-align: start;
    white-space: nowrap;
  }
  thead th {
    color: var(--gf-soft);
    text-align: center;
  }
  thead th:first-child {
    text-align: start;
  }
  tbody th {
    position: sticky;
    left: 0;
    background: var(--gf-paper);
    color: var(--hue);
  }
  td {
    padding: 0;
  }
  td button {
    min-width: calc(3.1em * 16 / 13);
    min-height: 1.75rem;
    padding: 0 0.2rem;
    border-color: transparent;
    border-radius: 3px;
    background: var(--fill);
    color: var(--ink);
  }
  td button[aria-pressed='true'] {
    box-shadow: 0 0 0 2px var(--gf-ink);
  }
  td button:focus-visible {
    position: relative;
    z-index: 1;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 1rem;
    margin-top: 0.5rem;
    color: var(--gf-soft);
  }
  .readout {
    margin: 0.8rem 0 0;
    color: var(--gf-soft);
  }
  @media (pointer: coarse) {
    td button {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;
