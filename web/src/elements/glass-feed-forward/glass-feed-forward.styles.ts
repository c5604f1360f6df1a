import { css } from 'lit';
import { moreBelow } from '../base/more-below.styles.ts';

export const feedForwardStyles = css`
  .who glass-tokens {
    flex-basis: 12rem;
  }
  .who input {
    width: 5.5em;
  }
  .strip {
    position: relative;
    cursor: crosshair;
  }
  /* Above the chosen neuron. */
  .strip::before {
    content: '';
    position: absolute;
    bottom: 100%;
    left: calc(var(--at) * 100%);
    height: 0.3rem;
    border-inline-start: 2px solid var(--gf-ink);
    translate: -1px;
  }
  :host([saving]) .strip::before {
    content: none;
  }
  .title.small {
    margin: 0 0 0.2rem;
    color: var(--gf-soft);
    font-weight: 400;
  }
  .strips .foot {
    margin: 0;
  }
  .readout {
    margin: 0.6rem 0;
  }
  table {
    border-collapse: separate;
    border-spacing: 0 2px;
    min-width: min(100%, 24rem);
  }
  caption {
    padding: 0 0 0.3rem;
    font-weight: 600;
    text-align: start;
  }
  th,
  td {
    padding: 0 0.6rem;
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  thead th {
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  tbody th {
    padding: 0;
  }
  tbody tr.on button {
    border-color: var(--gf-ink);
    font-weight: 650;
  }
  tbody button {
    min-width: 3.5rem;
    min-height: max(1.9rem, var(--gf-target));
    padding: 0 0.5rem;
  }
  .bar {
    width: 12rem;
    text-align: start;
  }
  i {
    display: inline-block;
    height: 0.75rem;
    min-width: 1px;
    margin-inline-end: 0.45rem;
    border-radius: 2px;
    background: var(--gf-accent);
    vertical-align: -0.05rem;
    width: calc(var(--part) * 6rem);
  }
  i.below {
    background: none;
    box-shadow: inset 0 0 0 1.5px var(--gf-soft);
  }
  .sums {
    margin-bottom: 1rem;
  }
  .chosen {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, calc(17em * 16 / 13)), 1fr));
    gap: 0 2.5rem;
    align-items: start;
  }
  .chosen > .note {
    align-self: center;
  }
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .along {
    max-height: var(--glass-feed-forward-max-height, 30rem);
    overflow-y: auto;
    ${moreBelow}
    scrollbar-width: thin;
  }
  .along button,
  .pushes li {
    display: grid;
    grid-template-columns: minmax(calc(4.5em * 16 / 13), calc(6em * 16 / 13)) auto 1fr;
    column-gap: 0.5rem;
    align-items: center;
    width: 100%;
  }
  .along button {
    min-height: max(1.75rem, var(--gf-target));
    padding: 0 0.3rem;
    border-color: transparent;
    text-align: start;
  }
  .along button.on {
    border-color: var(--hue);
  }
  .along bdi {
    color: var(--hue);
  }
  bdi {
    white-space: nowrap;
  }
  .long {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, calc(11em * 16 / 13)), 1fr));
    gap: 0.6rem 1.5rem;
  }
  .pushes i {
    width: calc(var(--part) * 3rem);
  }
  .pushes li {
    min-height: 1.6rem;
  }
  .note {
    margin: 0.6rem 0 0;
    color: var(--gf-soft);
  }
`;
