import { css } from 'lit';

/** Besides pairStyles and cellStyles. */
export const patchStyles = css`
  .asked {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 1.2rem;
    color: var(--gf-soft);
  }
  .asked select {
    max-width: 16rem;
    color: var(--gf-ink);
  }
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
