import { css } from 'lit';

/** Besides askedStyles, pairStyles and cellStyles. */
export const patchStyles = css`
  .answers {
    margin: 0.8rem 0 0.6rem;
  }
  .scroller {
    max-height: var(--glass-patch-max-height, 34rem);
  }
  .from {
    font-weight: 650;
  }
  .readout {
    min-height: 4.4em;
  }
  .placeholder.failed {
    margin-top: 0.4rem;
  }
`;
