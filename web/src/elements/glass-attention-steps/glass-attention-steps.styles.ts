import { css } from 'lit';

/** Besides sumStyles. */
export const stepsStyles = css`
  .who {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.4rem 0.8rem;
    margin-bottom: 0.9rem;
  }
  .who glass-tokens {
    flex: 1 1 12rem;
  }
  .panels {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 1.5rem 2.5rem;
  }
  .panel {
    min-width: 0;
    max-width: 100%;
  }
  .scroller {
    position: relative;
    max-width: calc(100% + 6px);
    overflow-x: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  table {
    border-collapse: separate;
    border-spacing: 1px;
  }
  caption {
    padding: 0 0 0.35rem;
    text-align: start;
    font-weight: 600;
    color: var(--gf-ink);
    white-space: nowrap;
  }
  th,
  td {
    height: 26px;
    padding: 0 0.45rem;
    border-radius: 2px;
    text-align: center;
    font-weight: 400;
    white-space: nowrap;
  }
  thead th {
    color: var(--gf-soft);
    height: 22px;
    font-size: 0.92em;
  }
  tbody th,
  tfoot th {
    position: sticky;
    left: -3px;
    z-index: 1;
    text-align: end;
    color: var(--hue, var(--gf-soft));
    background: var(--gf-paper);
    padding-inline: 3px 0.5rem;
  }
  tbody tr {
    cursor: pointer;
  }
  tbody tr.on {
    position: relative;
    z-index: 2;
    outline: 2px solid var(--hue);
    border-radius: 3px;
  }
  tbody tr.on th {
    font-weight: 650;
  }
  td {
    transition: background-color 180ms;
  }
  td.plain {
    text-align: end;
  }
  td.masked {
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-line) 3px 4px);
  }
  td.weight {
    text-align: start;
    padding: 0;
    min-width: 7.5rem;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 0.45rem;
  }
  .bar i {
    height: 0.75rem;
    min-width: 1px;
    border-radius: 2px;
    width: calc(var(--weight) * 3.8rem);
    background: var(--gf-accent);
    transition: width 180ms;
  }
  tfoot th,
  tfoot td {
    font-weight: 650;
  }
  tfoot tr td {
    box-shadow: 0 -2px 0 0 var(--gf-ink);
    border-radius: 0 0 2px 2px;
  }
  .rest {
    color: var(--gf-soft);
  }
  .sums {
    margin-top: 1.2rem;
  }
  .sums .title {
    margin-bottom: 0.5rem;
  }
  dd {
    line-height: 1.6;
  }
  dd .hue {
    color: var(--hue);
  }
  dd b {
    font-weight: 650;
  }
  dd small {
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  @media (max-width: 32rem) {
    th,
    td {
      padding-inline: 0.25rem;
    }
    td.weight {
      min-width: 5.2rem;
    }
    .bar {
      gap: 0.25rem;
    }
    .bar i {
      width: calc(var(--weight) * 2rem);
    }
  }
`;
