import { css } from 'lit';

/** A row of choices above a figure. */
export const askedStyles = css`
  .asked {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 1.2rem;
    color: var(--gf-soft);
  }
  .asked select {
    max-width: min(100%, 20rem);
    color: var(--gf-ink);
  }
`;
