import { css } from 'lit';
import { lookedTokenStyles } from './looked-token.styles.ts';

/** Elements that show a token's vectors as strips: whose they are, the formula, the strips and a sentence. */
export const stripStyles = css`
  ${lookedTokenStyles}
  .who {
    justify-content: space-between;
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
