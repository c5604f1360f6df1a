import { css, unsafeCSS } from 'lit';
import { kNode } from '../../view/drawings/beam-tree.ts';
import { inType } from '../base/width.ts';

export const beamTreeStyles = css`
  .scroller {
    max-width: calc(100% + 6px);
    max-height: var(--glass-beam-tree-max-height, 30rem);
    overflow: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  .tree {
    position: relative;
    content-visibility: auto;
    font-variant-numeric: tabular-nums;
  }
  svg {
    display: block;
  }
  .tree svg {
    width: 100%;
    height: 100%;
  }
  .frame {
    animation: appear 220ms ease-out;
  }
  .tree .node {
    position: absolute;
    width: ${unsafeCSS(inType(kNode.width))};
    height: ${unsafeCSS(inType(kNode.height))};
    padding: calc(5em / 13) calc(2em / 13) 0;
    line-height: calc(15em / 13);
    text-align: center;
  }
  .node {
    border-radius: 6px;
    white-space: nowrap;
    cursor: default;
    animation: appear 220ms ease-out;
  }
  .tree .root {
    padding-top: calc(19em / 13);
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
  .list {
    display: grid;
    gap: 0.35rem;
    margin: 0;
    padding: 2px;
    list-style: none;
  }
  .list.folded {
    display: block;
    columns: 2;
  }
  .list.folded li {
    break-inside: avoid;
    margin-bottom: 0.35rem;
  }
  .list[data-sheet]::before {
    content: attr(data-sheet);
    column-span: all;
    font-weight: 600;
  }
  .list ~ .list {
    break-before: page;
  }
  .list li {
    display: grid;
    gap: 0.35rem;
  }
  .list .node {
    min-width: var(--gf-target);
    min-height: max(1.875rem, var(--gf-target));
    padding: 0.1rem 0.6rem;
    border: 1px solid var(--gf-line);
  }
  .list .best {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 0.6rem;
    border: 2px solid var(--gf-accent);
    background: color-mix(in srgb, var(--gf-accent) 10%, var(--gf-paper));
  }
  .list .finished {
    border-radius: 999px;
  }
  .list .pruned {
    border-style: dashed;
    background: var(--gf-wash);
  }
  .list .passed {
    border-style: dotted;
  }
  .list .forced {
    border-color: var(--gf-token-1);
  }
  .list .looked {
    border-color: var(--gf-ink);
  }
  .list .best .numbers {
    white-space: normal;
  }
  .after {
    margin: 0.35rem 0 0;
    color: var(--gf-soft);
  }
  .rivals {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(calc(6.25em * 16 / 13), 1fr));
    gap: 0.35rem;
    padding-inline-start: 1rem;
  }
  .rivals .node {
    padding: 0.3rem 0.1rem;
    line-height: calc(15em / 13);
    text-align: center;
  }
  /* Of several lines: the first and the last one stay within the outline. */
  .rivals .finished {
    padding-inline: 0.4rem;
    border-radius: 1.1rem;
  }
  .rivals .before {
    white-space: normal;
  }
  .more {
    margin-top: 0.35rem;
  }
  /* The numbers of what is tapped, where the list is longer than the screen. */
  .list ~ .readout {
    position: sticky;
    bottom: 0;
    padding: 0.3rem 0;
    background: var(--gf-paper);
  }
  .mark .token {
    color: var(--gf-soft);
    font-style: italic;
    font-weight: 400;
  }
  .before {
    display: block;
    color: var(--gf-soft);
    font-size: max(0.84em, 11px);
  }
  .numbers {
    display: block;
    color: var(--gf-soft);
    font-size: max(0.84em, 11px);
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
  /* Nobody clicks in a file or on paper. */
  :host([saving]) .how {
    display: none;
  }
  /* A printer draws what is not in view too, at once, and scrolls nothing. */
  @media print {
    .keys .how {
      display: none;
    }
    .node,
    .frame {
      animation: none;
    }
    .node,
    .scroller,
    .list,
    .list li {
      break-inside: avoid;
    }
    .list ~ .readout {
      position: static;
    }
    .tree {
      content-visibility: visible;
    }
    .scroller {
      overflow: visible;
    }
  }
  @keyframes appear {
    from {
      color: transparent;
      fill: transparent;
      stroke: transparent;
    }
  }
`;
