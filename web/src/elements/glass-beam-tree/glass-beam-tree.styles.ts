import { css } from 'lit';
import { kNode } from '../../view/drawings/beam-tree.ts';

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
  /* A printer draws what is not in view too. */
  @media print {
    .tree {
      content-visibility: visible;
    }
  }
  svg {
    display: block;
  }
  .frame {
    animation: appear 220ms ease-out;
  }
  .node {
    position: absolute;
    width: ${kNode.width}px;
    height: ${kNode.height}px;
    padding: 5px 2px 0;
    border-radius: 6px;
    line-height: 15px;
    text-align: center;
    white-space: nowrap;
    cursor: default;
    animation: appear 220ms ease-out;
  }
  .node.root {
    padding-top: 19px;
  }
  .node.forceable {
    cursor: pointer;
  }
  .node:focus-visible {
    outline-offset: 0;
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
    font-size: 0.84em;
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
  .readout .given {
    color: var(--gf-token-1);
  }
  @keyframes appear {
    from {
      color: transparent;
      fill: transparent;
      stroke: transparent;
    }
  }
`;
