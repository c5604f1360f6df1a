import { css } from 'lit';

export const joinStyles = css`
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
  .caption {
    margin: 0.6rem 0 0.3rem;
    color: var(--gf-soft);
  }
  /* Side by side without a gap's width between numbers of one head: the vector before W_O. */
  .heads {
    display: grid;
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    gap: 0 4px;
    color: var(--gf-soft);
    font-size: 0.92em;
    text-align: center;
  }
  .strip {
    height: 1.75rem;
  }
  .sums dl,
  .strips {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr) max-content;
    align-items: center;
    gap: 0.3rem 0.8rem;
  }
  .strips .number {
    text-align: end;
  }
  .strips .total {
    padding-top: 0.3rem;
    font-weight: 650;
  }
  .changed {
    color: var(--gf-bad);
  }
  canvas {
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
    border-radius: 2px;
  }
  .foot {
    margin: 0.3rem 0 0.4rem;
  }
  .readout {
    margin: 0.6rem 0 0;
    min-height: 2.9em;
    color: var(--gf-soft);
  }
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
  .sums dl {
    grid-template-columns: max-content max-content;
    gap: 0.35rem 1rem;
    margin: 0;
  }
  dt {
    color: var(--gf-soft);
  }
  dd {
    margin: 0;
    text-align: end;
  }
  .sum {
    padding-top: 0.2rem;
    border-top: 1px solid var(--gf-line);
    color: var(--gf-ink);
    font-weight: 650;
  }
`;
