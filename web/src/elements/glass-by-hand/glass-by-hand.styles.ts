import { css } from 'lit';

export const byHandStyles = css`
  .stage {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 1rem 0.9rem;
  }
  .stage {
    margin-top: 1.8rem;
  }
  /* As on paper: x on the left, a weight above, their product where the two meet. */
  .products {
    display: grid;
    grid: auto auto / auto-flow;
    justify-content: center;
    align-items: end;
    gap: 0.9rem clamp(1rem, 3vw, 2.25rem);
  }
  .products figure:first-child {
    grid-row: 2;
    align-self: start;
  }
  .products figure:nth-child(odd) {
    align-self: start;
  }
  @media (max-width: 46rem) {
    .products {
      grid: auto-flow / auto auto;
      justify-content: start;
      align-items: start;
    }
    .products figure:first-child {
      grid-area: auto / 1 / auto / 3;
    }
  }
  figure {
    margin: 0;
    min-width: 0;
    max-width: 100%;
  }
  figcaption {
    margin-bottom: 0.15rem;
    color: var(--gf-soft);
    white-space: nowrap;
  }
  figcaption b {
    color: var(--gf-ink);
    font-weight: 600;
  }
  .sign {
    color: var(--gf-soft);
    font-size: 1.35em;
    align-self: center;
    padding-top: 1.2rem;
  }
  .faulty {
    flex-wrap: nowrap;
    align-items: flex-start;
    gap: 1.5rem;
    max-width: 56rem;
    margin-inline: auto;
    padding: 1rem 1.25rem;
    border-radius: 8px;
    background: var(--gf-wash);
    /* The matrix's labels lie on the box. */
    --glass-paper: var(--gf-wash);
  }
  .faulty figure {
    flex: none;
  }
  @media (max-width: 46rem) {
    .stage {
      justify-content: flex-start;
    }
    .sign {
      display: none;
    }
    .faulty {
      flex-wrap: wrap;
    }
  }
`;
