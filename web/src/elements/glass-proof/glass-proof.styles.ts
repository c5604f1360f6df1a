import { css } from 'lit';

export const proofStyles = css`
  @media print {
    [part='check'] {
      display: none;
    }
  }
  .said {
    min-height: 1.3em;
    margin: 0.7rem 0;
  }
  .off,
  .said.off {
    color: var(--gf-bad);
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.25rem 0.6rem 0.25rem 0;
    border-bottom: 1px solid var(--gf-line);
    text-align: start;
    vertical-align: top;
    font-weight: inherit;
  }
  thead th {
    color: var(--gf-soft);
    vertical-align: bottom;
  }
  code {
    font-family: var(--gf-mono);
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  td:nth-child(2) {
    white-space: nowrap;
  }
  td:last-child {
    width: 30%;
    min-width: 5rem;
  }
  .bar {
    display: block;
    height: 0.5rem;
    margin-top: 0.2rem;
    background: var(--gf-wash);
  }
  .bar span {
    display: block;
    min-width: 1px;
    max-width: 100%;
    height: 100%;
    background: var(--gf-accent);
  }
  .off .bar span {
    background: var(--gf-bad);
  }
  ul {
    margin: 0.9rem 0 0;
    padding: 0;
    list-style: none;
  }
  li + li {
    margin-top: 0.4rem;
  }
  li q {
    quotes: none;
    overflow-wrap: anywhere;
  }
  li .start {
    color: var(--gf-soft);
  }
`;
