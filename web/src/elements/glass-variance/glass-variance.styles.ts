import { css } from 'lit';

export const varianceStyles = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin-bottom: 0.8rem;
  }
  .controls label {
    color: var(--gf-soft);
  }
  .controls input {
    flex: 1 1 10rem;
    max-width: 22rem;
    min-height: max(1.75rem, var(--gf-target));
    accent-color: var(--gf-accent);
  }
  .controls output {
    min-width: 2.6em;
    font-weight: 600;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 16rem);
    gap: 0.2rem 1.5rem;
    align-items: start;
  }
  .pair.narrow {
    grid-template-columns: minmax(0, 1fr);
  }
  .said {
    margin: 0.7rem 0 0.2rem;
  }
  .said b {
    font-weight: 600;
  }
  .said span {
    color: var(--gf-soft);
  }
  .plot,
  .weights {
    display: block;
    width: 100%;
    height: 5.5rem;
    border-bottom: 1px solid var(--gf-soft);
  }
  .plot {
    overflow: visible;
  }
  .weights rect {
    transition:
      y 200ms,
      height 200ms;
  }
  .axis {
    position: relative;
    height: 1.3rem;
    color: var(--gf-soft);
    font-size: 0.88em;
  }
  .axis span {
    position: absolute;
    transform: translateX(-50%);
  }
  .axis span:first-child {
    transform: none;
  }
  .axis span:last-child {
    transform: translateX(-100%);
  }
  .largest {
    min-height: 1.3rem;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .model {
    margin: 1rem 0 0;
  }
`;
