import { css } from 'lit';

/** Two fields for texts that are compared: side by side where there is room. */
export const pairStyles = css`
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
    gap: 0.6rem 1rem;
  }
  .pair label {
    display: grid;
    gap: 0.2rem;
    color: var(--gf-soft);
  }
  .pair input {
    width: 100%;
    min-height: max(2.1rem, var(--gf-target));
    color: var(--gf-ink);
  }
`;
