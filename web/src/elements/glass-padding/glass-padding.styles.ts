import { css } from 'lit';

/** Besides pairStyles. */
export const paddingStyles = css`
  :host {
    container-type: inline-size;
  }
  .title {
    margin: 1rem 0 0.4rem;
    color: var(--gf-soft);
  }
  .batch {
    display: grid;
    gap: 4px;
    overflow-x: auto;
    padding: 2px;
    scrollbar-width: thin;
  }
  .batch ol {
    display: grid;
    grid-template-columns: repeat(var(--places), minmax(calc(3em * 16 / 13), 1fr));
    gap: 3px;
    max-width: calc(var(--places) * calc(7em * 16 / 13));
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .batch li {
    min-width: 0;
    padding: 0.1rem 0.3rem;
    border: 1px solid color-mix(in srgb, var(--hue) 38%, transparent);
    border-radius: 4px;
    color: var(--hue);
    text-align: center;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .batch li.pad {
    border-color: var(--gf-line);
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-line) 3px 4px);
    color: var(--gf-soft);
  }
  .batch li.pad bdi {
    padding: 0 0.2em;
    border-radius: 2px;
    background: var(--gf-paper);
  }
  /* No room for the places side by side: a column for each sentence, a row for each place. */
  @container (max-width: calc(30em * 16 / 13)) {
    .batch {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-items: start;
    }
    .batch ol {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: subgrid;
      grid-row: 1 / span var(--places);
      max-width: none;
    }
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin: 1rem 0 0.8rem;
  }
  .controls .where {
    color: var(--gf-soft);
  }
  .mask {
    display: inline-flex;
    align-items: center;
    gap: 0.6rem;
  }
  .looks {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem 2rem;
  }
  @container (min-width: calc(46em * 16 / 13)) {
    .looks {
      grid-template-columns: minmax(0, 15rem) minmax(0, 1fr);
    }
  }
  glass-heads {
    --glass-heads-size: 2.9rem;
  }
  .said {
    margin: 0.6rem 0 0;
  }
  .said b {
    font-weight: 650;
  }
`;
