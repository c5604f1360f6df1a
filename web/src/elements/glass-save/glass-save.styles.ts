import { css } from 'lit';

export const saveStyles = css`
  .bar {
    display: flex;
    align-items: center;
    gap: 0.2rem 1rem;
    margin-top: 0.25rem;
  }
  /* The line makes no figure wider. */
  .model {
    display: flex;
    flex-flow: wrap;
    align-items: baseline;
    gap: 0 0.6em;
    flex: 1;
    contain: inline-size;
    overflow: clip;
    margin: 0;
    color: var(--gf-soft);
    font-size: 0.92em;
  }
  .model a {
    display: inline-flex;
    align-items: center;
    min-width: var(--gf-target);
    min-height: var(--gf-target);
    color: inherit;
    white-space: nowrap;
    text-decoration-color: var(--gf-line);
    text-underline-offset: 0.15em;
  }
  /* No height of its own: where the line has no room for it, it wraps to where it is clipped. */
  .model .facts {
    height: 2em;
    margin-bottom: -2em;
    white-space: nowrap;
  }
  .model a:focus-visible {
    outline-offset: -2px;
  }
  .model a:hover {
    color: var(--gf-accent);
  }
  /* Where the menu's item was, the pointer is over the figure, which is drawn as it was read. */
  slot.saving {
    pointer-events: none;
  }
  .about {
    width: fit-content;
    max-width: 100%;
    margin-top: 0.75rem;
    padding-top: 0.5rem;
    border-top: 1px solid var(--gf-line);
    color: var(--gf-soft);
    overflow-wrap: anywhere;
  }
  .about p {
    margin: 0;
  }
  .menu {
    position: relative;
    margin-inline-start: auto;
  }
  @media print {
    .menu {
      display: none;
    }
  }
  .menu > button {
    min-height: max(1.75rem, var(--gf-target));
    padding: 0.1rem 0.6rem;
    border-color: transparent;
    background: none;
    color: var(--gf-soft);
  }
  .menu > button[aria-busy='true'] {
    cursor: progress;
  }
  .menu > button:hover,
  .menu > button[aria-expanded='true'] {
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
  [role='menu'].below {
    inset-block: 100% auto;
  }
  [role='menuitem'] {
    border: 0;
    text-align: start;
    white-space: nowrap;
  }
  [role='menuitem']:is(:hover, :focus) {
    background: var(--gf-wash);
  }
  .placeholder {
    padding: 0.25rem 0 0;
    text-align: start;
  }
`;
