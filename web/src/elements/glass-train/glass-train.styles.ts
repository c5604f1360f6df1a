import { css } from 'lit';
import { controlStyles } from '../base/control-view.ts';

export const trainStyles = css`
  :host {
    container-type: inline-size;
  }
  ${controlStyles}
  .desk {
    display: grid;
    grid-template-columns: calc(276em / 13) minmax(0, 1fr);
    gap: 1rem calc(24em / 13);
  }
  .desk > * {
    min-width: 0;
  }
  .side {
    display: grid;
    gap: 0.55rem;
    align-content: start;
  }
  .control input[type='number'] {
    grid-column: 2;
    width: 100%;
  }
  .control:has(.next) {
    grid-template-columns: calc(6.6em * 16 / 13) minmax(0, 1fr) auto;
  }
  .control .next {
    white-space: nowrap;
    justify-self: end;
    min-height: max(1.75rem, var(--gf-target));
    padding: 0 0.5rem;
    color: var(--gf-ink);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-top: 0.35rem;
  }
  .note {
    min-height: 2.9em;
    margin: 0;
    color: var(--gf-soft);
  }
  .model {
    margin: 0.6rem 0 0;
    color: var(--gf-soft);
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1.6rem;
    margin: 0 0 0.4rem;
  }
  .facts dt {
    color: var(--gf-soft);
  }
  .facts dd {
    min-width: 4.5em;
    margin: 0;
    font-size: 1.2em;
    font-weight: 600;
  }
  .facts .all dd {
    color: var(--gf-accent);
  }
  .chart {
    display: block;
    width: 100%;
    height: auto;
    font-variant-numeric: tabular-nums;
  }
  /* As long as the record is in the chart above it; at its ends stands the middle of the thumb. */
  .past {
    --thumb: 16px;
    display: grid;
    justify-items: start;
    margin-left: var(--left);
    color: var(--gf-soft);
  }
  /* Before there is a record to look back at, the thumb is all there is: its target is wider than itself. */
  .past input {
    --around: max(4px, (var(--gf-target) - var(--thumb)) / 2);
    box-sizing: content-box;
    width: calc(var(--length) + var(--thumb));
    padding: 0 var(--around);
    margin: 0 0 0 calc(var(--thumb) / -2 - var(--around));
    accent-color: var(--gf-accent);
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.3rem 0.6rem;
  }
  .choice > span {
    color: var(--gf-soft);
  }
  .runs {
    margin-top: 0.6rem;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .runs :is(th, td) {
    padding: 0.1rem 1.2rem 0.1rem 0;
    font-weight: 400;
    text-align: left;
  }
  .runs thead th {
    color: var(--gf-soft);
    white-space: nowrap;
  }
  .runs i {
    display: inline-block;
    width: 1.1em;
    height: 3px;
    margin-right: 0.5em;
    vertical-align: middle;
  }
  .probe {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2.5rem;
    margin-top: 1.1rem;
  }
  .panel {
    min-width: 0;
    max-width: 100%;
  }
  /* The next picture comes before a bar would be where it goes. */
  .next-letter {
    --glass-bar-motion: 0s;
    flex: 1 1 14rem;
    max-width: 22rem;
  }
  .caption {
    margin: 0 0 0.4rem;
    color: var(--gf-soft);
  }
  @container (max-width: calc(640em / 13)) {
    .desk {
      grid-template-columns: minmax(0, 1fr);
    }
    .note {
      min-height: 0;
    }
  }
`;
