import { css } from 'lit';

/** What a legend and the line under a figure look like, wherever they stand. */
export const legendStyles = css`
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 1rem;
    margin-top: 0.5rem;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .key {
    display: inline-flex;
    align-items: center;
    gap: 0.45em;
  }
  .hatch {
    width: 1.1rem;
    height: 0.7rem;
    border-radius: 2px;
    background: repeating-linear-gradient(-45deg, var(--gf-wash) 0 3px, var(--gf-line) 3px 4px);
  }
`;
