import { css } from 'lit';

/** A sum that is written out. */
export const sumStyles = css`
  .sums {
    margin: 0.9rem 0 0;
    padding: 0.8rem 1rem;
    border-radius: 8px;
    background: var(--gf-wash);
  }
  .sums p {
    margin: 0 0 0.4rem;
    font-weight: 600;
  }
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 0.35rem 1rem;
    margin: 0;
  }
  dt {
    color: var(--gf-soft);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dd span {
    white-space: nowrap;
  }
  .sum {
    font-weight: 650;
  }
  @media (max-width: 32rem) {
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.1rem;
    }
    dd {
      margin-bottom: 0.5rem;
    }
  }
`;
