import { css } from 'lit';

/** Besides lookedTokenStyles and candidateStyles. */
export const attributionStyles = css`
  .against {
    color: var(--gf-soft);
  }
  .against select {
    max-width: 10rem;
    color: var(--gf-ink);
  }
  .title {
    margin: 0.6rem 0 0.2rem;
    font-weight: 600;
  }
  .readout {
    min-height: 2.9em;
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
  table {
    width: 100%;
    max-width: 44rem;
    border-collapse: separate;
    border-spacing: 0 1px;
  }
  th {
    width: 1px;
    padding: 0 0.8rem 0 0;
    font-weight: 400;
    text-align: start;
    white-space: nowrap;
  }
  tr {
    height: 1.6rem;
  }
  tbody th {
    padding-inline-start: 1.1em;
  }
  tbody th:has(button) {
    padding-inline-start: 0;
  }
  .inner {
    height: 1.35rem;
  }
  .inner th {
    padding-inline-start: 2.2em;
    color: var(--gf-soft);
  }
  th button {
    min-height: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
  }
  th button::before {
    content: '▸';
    display: inline-block;
    width: 1.1em;
    color: var(--gf-soft);
  }
  th button[aria-expanded='true']::before {
    content: '▾';
  }
  .bar {
    padding: 0;
  }
  .track {
    position: relative;
    display: block;
    height: 1rem;
    background: linear-gradient(var(--gf-line), var(--gf-line)) center / 1px 100% no-repeat;
  }
  .track i {
    position: absolute;
    inset-block: 0.1rem;
    left: 50%;
    width: max(1px, calc(var(--part) * 50%));
    border-radius: 2px;
    background: var(--above);
  }
  .track i.below {
    left: auto;
    right: 50%;
    background: var(--below);
  }
  .inner .track {
    height: 0.8rem;
  }
  .number {
    width: 4.5rem;
    padding: 0 0 0 0.8rem;
    text-align: end;
    white-space: nowrap;
  }
  tfoot td {
    text-align: end;
  }
  tfoot tr:first-child > * {
    padding-top: 0.3rem;
    border-top: 1px solid var(--gf-line);
    font-weight: 650;
  }
  tfoot tr:last-child > * {
    color: var(--gf-soft);
  }
  .note {
    margin: 0.6rem 0 0;
    color: var(--gf-soft);
  }
  @media (max-width: 32rem) {
    th {
      padding-inline-end: 0.4rem;
    }
  }
  @media (pointer: coarse) {
    th button {
      min-height: 44px;
    }
  }
`;
