import { css } from 'lit';

export const postStyles = css`
  dialog {
    box-sizing: border-box;
    width: min(60rem, calc(100vw - 2rem));
    max-height: calc(100vh - 2rem);
    overflow-y: auto;
    padding: 1rem 1.25rem;
    border: 1px solid var(--gf-line);
    border-radius: 8px;
    background: var(--gf-paper);
    color: var(--gf-ink);
    font-family: var(--gf-font);
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  h2,
  h3 {
    margin: 0 0 0.5rem;
    font-size: 1.125rem;
  }
  h3 {
    margin-top: 1rem;
    font-size: 1rem;
  }
  p {
    margin: 0 0 0.6rem;
  }
  textarea {
    box-sizing: border-box;
    width: 100%;
    padding: 0.5rem 0.7rem;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    background: var(--gf-wash);
    color: inherit;
    font: 0.875rem/1.5 var(--gf-mono);
    resize: vertical;
  }
  code {
    font-family: var(--gf-mono);
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  button {
    min-height: max(2rem, var(--gf-target));
    padding: 0.15rem 0.8rem;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    background: var(--gf-paper);
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--gf-accent);
    outline-offset: 2px;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 0.75rem;
  }
  .preview {
    overflow-x: auto;
    min-height: 6rem;
  }
  /* Its way out stays in sight. */
  form {
    position: sticky;
    top: -1rem;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    margin: -1rem -1.25rem 0;
    padding: 0.75rem 1.25rem 0.5rem;
    background: var(--gf-paper);
  }
  form h2 {
    margin: 0;
  }
`;
