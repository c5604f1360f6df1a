import { css } from 'lit';

export const changesStyles = css`
  .changes {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.6rem;
    padding: 0.4rem 0;
    color: var(--gf-bad);
  }
  .changes:empty {
    display: none;
  }
`;
