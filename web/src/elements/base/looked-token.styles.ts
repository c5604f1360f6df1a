import { css } from 'lit';

/** The tokens, and beneath them what else is chosen. */
export const lookedTokenStyles = css`
  .who {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 1.2rem;
    margin-bottom: 0.8rem;
  }
  .who glass-tokens {
    flex: 1 1 100%;
    min-width: 0;
  }
`;

/** A choice of one among five or six tokens, which are words of any length: they take as many lines as they need. */
export const candidateStyles = css`
  .segments {
    flex-wrap: wrap;
    gap: 0.3rem;
    border: 0;
  }
  .segments label {
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    white-space: nowrap;
  }
`;
