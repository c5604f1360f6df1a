import { css } from 'lit';

export const blockStyles = css`
  .scroller {
    position: relative;
    overflow: auto;
    max-width: calc(100% + 6px);
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  table {
    border-spacing: 2px;
    border-collapse: separate;
  }
  th {
    padding: 0 0.4rem;
    color: var(--hue, var(--gf-soft));
    font-weight: 400;
    white-space: nowrap;
  }
  th[scope='row'],
  thead th:first-child {
    position: sticky;
    left: -3px;
    z-index: 2;
    background: var(--gf-paper);
    text-align: end;
  }
  .changed {
    color: var(--gf-bad);
    font-weight: 400;
  }
  th .changed {
    display: block;
    font-size: 0.85em;
    line-height: 1.1;
  }
  th.on {
    font-weight: 650;
  }
  td {
    min-width: 3.2rem;
    max-width: 7rem;
    height: 1.75rem;
    padding: 0 0.4rem;
    border-radius: 3px;
    overflow: hidden;
    text-align: center;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
    transition: background-color 180ms;
  }
  @media (pointer: coarse) {
    td {
      height: 44px;
    }
  }
  td:focus-visible {
    outline-offset: -1px;
  }
  td.on {
    box-shadow: inset 0 0 0 2px var(--gf-ink);
  }
  .next th,
  .next td {
    border-top: 2px solid var(--gf-line);
  }
  .readout {
    margin: 0.6rem 0 0;
    min-height: 2.9em;
    color: var(--gf-soft);
  }
  .readout b {
    color: var(--gf-ink);
    font-weight: 600;
  }

  .title {
    margin: 1.6rem 0 0.5rem;
    font-weight: 650;
  }
  .reads {
    margin: 0.9rem 0 0.4rem;
    color: var(--gf-soft);
  }
`;
