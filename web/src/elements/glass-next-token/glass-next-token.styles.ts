import { css } from 'lit';

export const nextTokenStyles = css`
  ol {
    display: grid;
    gap: 3px;
    margin: 0;
    padding: 2px;
    list-style: none;
  }
  button {
    display: grid;
    grid-template-columns: minmax(3rem, 5.5rem) minmax(0, 1fr) 4.4rem;
    align-items: center;
    gap: 0.6rem;
    width: 100%;
    min-height: 1.75rem;
    padding: 0 0.4rem;
    border: 1px solid transparent;
    border-radius: 5px;
    background: none;
    text-align: start;
  }
  button:disabled {
    background: none;
    color: inherit;
  }
  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bar {
    height: 0.85rem;
    min-width: 2px;
    border-radius: 2px;
    background: color-mix(in srgb, var(--gf-accent) 78%, var(--gf-paper));
    transition: width 200ms;
  }
  .share {
    text-align: end;
    font-weight: 600;
  }
  .chosen {
    border-color: var(--gf-accent);
  }
  .chosen bdi::after {
    content: ' ✓';
    color: var(--gf-accent);
  }
  .dropped .bar {
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-soft) 3px 4px);
  }
  .dropped bdi,
  .dropped .share {
    color: var(--gf-soft);
    font-weight: 400;
  }
  .cut {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    color: var(--gf-accent);
    font-size: 0.92em;
  }
  .cut::before {
    content: '';
    flex: 1;
    border-top: 1.5px dashed currentColor;
  }
`;
