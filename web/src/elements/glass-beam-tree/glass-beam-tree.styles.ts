import { css } from 'lit';

/** Pixels. */
export const kNode = { width: 98, height: 54 };

export const beamTreeStyles = css`
  .scroller {
    max-width: calc(100% + 6px);
    max-height: var(--glass-beam-tree-max-height, 30rem);
    overflow: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  /* On a phone the tree has its full height: a scroller of its own would take the gesture that scrolls the page. */
  @media (max-width: 40rem) {
    .scroller {
      max-height: var(--glass-beam-tree-max-height, none);
    }
  }
  .tree {
    position: relative;
    content-visibility: auto;
    font-variant-numeric: tabular-nums;
  }
  svg {
    display: block;
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
    position: absolute;
    box-sizing: border-box;
    width: ${kNode.width}px;
    height: ${kNode.height}px;
    padding: 4px 5px 0;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    background: var(--gf-paper);
    line-height: 15px;
    text-align: center;
    white-space: nowrap;
    cursor: default;
    outline: none;
    animation: appear 220ms ease-out;
  }
  .node.root {
    padding-top: 18px;
  }
  .node.alive,
  .node.finished {
    border-color: var(--gf-soft);
  }
  .node.finished {
    border-radius: ${kNode.height / 2}px;
  }
  .node.pruned {
    border-style: dashed;
    background: var(--gf-wash);
  }
  .node.passed {
    border: 1px dotted var(--gf-soft);
  }
  .node.forceable {
    cursor: pointer;
  }
  .node.best:not(.forced) {
    border-color: var(--gf-accent);
    box-shadow: inset 0 0 0 1px var(--gf-accent);
    background: color-mix(in srgb, var(--gf-accent) 10%, var(--gf-paper));
  }
  .node.forced {
    border-color: var(--gf-token-1);
    box-shadow: inset 0 0 0 1px var(--gf-token-1);
    background: color-mix(in srgb, var(--gf-token-1) 12%, var(--gf-paper));
  }
  .node.looked {
    border-color: var(--gf-ink);
    box-shadow: inset 0 0 0 1px var(--gf-ink);
  }
  .node:focus-visible {
    border-color: var(--gf-accent);
    box-shadow: 0 0 0 2px var(--gf-accent);
  }
  .link.looked {
    stroke: var(--gf-ink);
    stroke-width: 2.5;
  }
  .token {
    display: block;
    font-weight: 600;
  }
  .mark .token {
    color: var(--gf-soft);
    font-style: italic;
    font-weight: 400;
  }
  .numbers {
    display: block;
    color: var(--gf-soft);
    font-size: 0.86em;
    white-space: pre;
  }
  .pruned .token,
  .passed .token,
  .ended .token {
    color: var(--gf-soft);
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
      color: transparent;
      border-color: transparent;
    }
  }
`;
