import { css } from 'lit';

/** Besides stripStyles and sumStyles. */
export const joinStyles = css`
  .caption {
    margin: 0.6rem 0 0.3rem;
    color: var(--gf-soft);
  }
  /* Side by side without a gap's width between numbers of one head: the vector before W_O. */
  .heads {
    display: grid;
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    gap: 0 4px;
    color: var(--gf-soft);
    font-size: 0.92em;
    text-align: center;
  }
  .strips {
    grid-template-columns: max-content minmax(0, 1fr) max-content;
  }
  .strips .number {
    text-align: end;
  }
  .strips .total {
    padding-top: 0.3rem;
    font-weight: 650;
  }
  .changed {
    color: var(--gf-bad);
  }
  .foot {
    margin: 0.3rem 0 0.4rem;
  }
  .sums dl {
    grid-template-columns: max-content max-content;
    align-items: center;
    gap: 0.35rem 1rem;
  }
  .sums dd {
    margin: 0;
    text-align: end;
  }
  .sum {
    padding-top: 0.2rem;
    border-top: 1px solid var(--gf-line);
    color: var(--gf-ink);
  }
`;
