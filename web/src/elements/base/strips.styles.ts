import { css } from 'lit';

/** Elements that show a token's vectors as strips: whose they are, the formula, the strips and a sentence. */
export const stripStyles = css`
  .who {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.4rem 1.2rem;
    margin-bottom: 0.8rem;
  }
  .who glass-tokens {
    flex: 1 1 100%;
    min-width: 0;
  }
  .formula {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.2rem;
    margin: 0;
    color: var(--gf-soft);
  }
  .formula b {
    color: var(--gf-ink);
    font-weight: 600;
  }
  .title {
    margin: 1.1rem 0 0.4rem;
    font-weight: 600;
  }
  .strips {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    align-items: center;
    gap: 0.3rem 0.8rem;
  }
  .strip {
    height: 1.75rem;
  }
  canvas {
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
    border-radius: 2px;
  }
  .strips .foot {
    margin: 0 0 0.4rem;
  }
  .readout {
    margin: 0.6rem 0 0;
    min-height: 2.9em;
    color: var(--gf-soft);
  }
`;

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
