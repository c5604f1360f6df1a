import { css } from 'lit';

export const beamTreeStyles = css`
  .scroller {
    max-width: calc(100% + 6px);
    max-height: var(--glass-beam-tree-max-height, 30rem);
    overflow: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  svg {
    display: block;
    font-variant-numeric: tabular-nums;
  }
  .link {
    fill: none;
    stroke: var(--gf-line);
    stroke-width: 1.5;
  }
  .link.alive,
  .link.finished {
    stroke: var(--gf-soft);
  }
  .link.pruned,
  .link.passed {
    stroke-dasharray: 2 4;
  }
  .link.best {
    stroke: var(--gf-accent);
    stroke-width: 2.5;
  }
  .node {
    cursor: default;
    outline: none;
    animation: appear 220ms ease-out;
  }
  .node rect {
    fill: var(--gf-paper);
    stroke: var(--gf-line);
  }
  .node.alive rect,
  .node.finished rect {
    stroke: var(--gf-soft);
  }
  .node.pruned rect {
    stroke-dasharray: 3 3;
    fill: var(--gf-wash);
  }
  .node.passed rect {
    stroke: var(--gf-soft);
    stroke-dasharray: 1 3;
  }
  .node.forceable {
    cursor: pointer;
  }
  .node.forced rect {
    stroke: var(--gf-token-1);
    stroke-width: 2.5;
    fill: color-mix(in srgb, var(--gf-token-1) 12%, var(--gf-paper));
  }
  .node.best:not(.forced) rect {
    stroke: var(--gf-accent);
    stroke-width: 2;
    fill: color-mix(in srgb, var(--gf-accent) 10%, var(--gf-paper));
  }
  .node.looked rect {
    stroke: var(--gf-ink);
    stroke-width: 2;
  }
  .node:focus-visible rect {
    stroke: var(--gf-accent);
    stroke-width: 3;
  }
  .link.looked {
    stroke: var(--gf-ink);
    stroke-width: 2.5;
  }
  .token {
    fill: var(--gf-ink);
    font-weight: 600;
  }
  .mark .token {
    fill: var(--gf-soft);
    font-style: italic;
    font-weight: 400;
  }
  .number {
    fill: var(--gf-soft);
    font-size: 0.86em;
  }
  .pruned .token,
  .passed .token,
  .ended .token {
    fill: var(--gf-soft);
    font-weight: 400;
  }
  .pruned .token {
    text-decoration: line-through;
  }
  .readout {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.1rem;
    min-height: 1.45em;
    margin: 0.5rem 0 0;
    color: var(--gf-soft);
  }
  .readout b {
    color: var(--gf-ink);
    font-weight: 600;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 1.1rem;
    margin-top: 0.4rem;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .keys span {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
  }
  .keys i {
    width: 1rem;
    height: 0.7rem;
    border: 1.5px solid var(--gf-soft);
    border-radius: 3px;
  }
  .keys .given i {
    border-color: var(--gf-token-1);
    background: color-mix(in srgb, var(--gf-token-1) 12%, var(--gf-paper));
  }
  .readout .given {
    color: var(--gf-token-1);
  }
  .keys .best i {
    border-color: var(--gf-accent);
    background: color-mix(in srgb, var(--gf-accent) 10%, var(--gf-paper));
  }
  .keys .finished i {
    width: 1.3rem;
    border-radius: 1rem;
  }
  .keys .passed i {
    border: 1px dotted var(--gf-soft);
  }
  .keys .pruned i {
    border: 1px dashed var(--gf-soft);
    background: var(--gf-wash);
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;
