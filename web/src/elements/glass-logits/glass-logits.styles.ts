import { css } from 'lit';

export const logitsStyles = css`
  /* Words of any length, five or six of them: they take as many lines as they need. */
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
