import { css } from 'lit';

/** Besides cellStyles. */
export const ablationStyles = css`
  .kind {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
  }
  .note {
    max-width: 65ch;
    margin: 0.3rem 0 0.6rem;
    color: var(--gf-soft);
  }
  .scroller {
    max-height: var(--glass-ablation-max-height, 34rem);
  }
  /* Feed-forwards and layers stand apart from the heads. */
  :is(td, th).apart {
    padding-inline-start: 0.5rem;
  }
  .apart button {
    width: 100%;
  }
  td[rowspan] {
    height: 1px;
  }
  td[rowspan] button {
    height: 100%;
  }
  .readout {
    min-height: 4.2em;
  }
  .readout code {
    overflow-wrap: anywhere;
    font-family: var(--gf-mono);
    font-size: 0.92em;
  }
  ol {
    display: grid;
    gap: 0.3rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    grid-template-columns:
      minmax(calc(9em * 16 / 13), calc(14em * 16 / 13)) minmax(
        calc(3em * 16 / 13),
        calc(10em * 16 / 13)
      )
      calc(3.6em * 16 / 13);
    align-items: center;
    gap: 0.6rem;
  }
  li button {
    min-height: max(1.5rem, var(--gf-target));
    text-align: start;
  }
  li b {
    font-weight: 600;
    text-align: end;
  }
  .small {
    margin: 0.4rem 0 0;
    color: var(--gf-soft);
  }
  @media (max-width: 32rem) {
    li {
      grid-template-columns:
        minmax(calc(8em * 16 / 13), calc(11em * 16 / 13)) minmax(calc(2em * 16 / 13), 1fr)
        calc(3.4em * 16 / 13);
    }
  }
`;
