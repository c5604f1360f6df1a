import { css } from 'lit';

export const saveStyles = css`
  /* The content inside is the page's own. */
  :host {
    direction: inherit;
  }
  .bar {
    position: relative;
    display: flex;
    justify-content: flex-end;
    margin-top: 0.25rem;
  }
  .bar > button {
    min-height: 1.75rem;
    padding: 0.1rem 0.6rem;
    border-color: transparent;
    background: none;
    color: var(--gf-soft);
  }
  @media (pointer: coarse) {
    .bar > button {
      min-height: 44px;
    }
  }
  .bar > button:hover,
  .bar > button[aria-expanded='true'] {
    border-color: var(--gf-line);
    color: var(--gf-ink);
  }
  [role='menu'] {
    position: absolute;
    inset-block-end: 100%;
    inset-inline-end: 0;
    z-index: 10;
    display: grid;
    min-width: 7rem;
    padding: 0.25rem;
    border: 1px solid var(--gf-line);
    border-radius: 8px;
    background: var(--gf-paper);
    box-shadow: 0 4px 16px rgb(0 0 0 / 16%);
  }
  [role='menuitem'] {
    border: 0;
    text-align: start;
  }
  [role='menuitem']:is(:hover, :focus) {
    background: var(--gf-wash);
  }
  .placeholder {
    padding: 0.25rem 0 0;
    text-align: end;
  }
`;
