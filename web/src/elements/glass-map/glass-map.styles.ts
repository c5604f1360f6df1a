import { css } from 'lit';

export const mapStyles = css`
  .shadow {
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
  .sides {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 1rem 1.5rem;
    align-items: start;
  }
  .sides.narrow {
    grid-template-columns: minmax(0, 1fr);
  }
  .map {
    position: relative;
    box-sizing: content-box;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    overflow: clip;
    cursor: pointer;
    touch-action: pan-y;
  }
  svg {
    display: block;
    pointer-events: none;
  }
  .points {
    will-change: transform;
  }
  .marks {
    position: absolute;
    inset: 0;
  }
  .label {
    position: absolute;
    min-height: 0;
    height: 20px;
    max-width: 9rem;
    padding: 0 4px;
    border: 0;
    border-radius: 3px;
    background: color-mix(in srgb, var(--gf-paper) 88%, transparent);
    color: var(--hue, var(--gf-ink));
    line-height: 20px;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .label.token {
    font-weight: 600;
  }
  .label.on {
    background: color-mix(in srgb, var(--hue) 14%, var(--gf-paper));
  }
  .label.placeless {
    width: 14px;
    height: 14px;
    padding: 0;
    background: none;
    color: transparent;
    transform: translate(-7px, -7px);
  }
  .label.near,
  .label.hovered {
    pointer-events: none;
  }
  .label.hovered {
    background: var(--gf-ink);
    color: var(--gf-paper);
    z-index: 2;
  }
  .nearest .title {
    margin: 0 0 0.4rem;
    color: var(--gf-soft);
  }
  .nearest .title bdi {
    color: var(--hue, var(--gf-ink));
    font-weight: 600;
  }
  ol {
    display: grid;
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .neighbour {
    display: grid;
    grid-template-columns: minmax(3.5rem, 5rem) minmax(0, 1fr) 2.9rem;
    align-items: center;
    gap: 0.5rem;
    width: 100%;
    min-height: max(1.75rem, var(--gf-target));
    padding: 0 0.4rem;
    border: 1px solid transparent;
    background: none;
    text-align: start;
  }
  .neighbour bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .neighbour .bar {
    height: 0.85rem;
    min-width: 2px;
    border-radius: 2px;
    background: color-mix(in srgb, var(--hue, var(--gf-accent)) 72%, var(--gf-paper));
    transition: width 200ms;
  }
  .neighbour .number {
    text-align: end;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 1rem;
    margin: 0 0 0.6rem;
    color: var(--gf-soft);
  }
`;
