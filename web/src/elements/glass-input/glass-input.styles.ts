import { css } from 'lit';

export const inputStyles = css`
  .line {
    display: grid;
    position: relative;
    font-size: var(--glass-input-size, clamp(1.25rem, 0.95rem + 1.2vw, 1.75rem));
    line-height: 1.5;
    letter-spacing: -0.005em;
    max-height: var(--glass-input-max-height, 7.6em);
    overflow-y: auto;
    /* The mirror’s pieces become those of other tokens: the browser would scroll after them. */
    overflow-anchor: none;
    border-radius: 4px;
  }
  /* The text lies under the field in the same type, to carry the tokens' colours and to give the field its height. */
  .mirror,
  textarea {
    grid-area: 1 / 1;
    margin: 0;
    padding: 0.1em 0.05em 0.25em;
    border: 0;
    font: inherit;
    letter-spacing: inherit;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
    text-align: start;
  }
  .mirror {
    color: transparent;
    pointer-events: none;
    user-select: none;
    min-height: max(1.85em, var(--gf-target));
  }
  :host([saving]) .mirror {
    color: var(--gf-ink);
  }
  .mirror span {
    border-bottom: 0.115em solid var(--hue);
    transition: background-color 150ms;
  }
  /* What the model’s list of tokens lacks. */
  .mirror span.unknown {
    border-bottom: 0.115em dotted var(--gf-bad);
  }
  .mirror span.on {
    background: color-mix(in srgb, var(--hue) 14%, transparent);
  }
  textarea {
    width: 100%;
    height: 100%;
    resize: none;
    overflow: hidden;
    background: none;
    color: var(--gf-ink);
    caret-color: var(--gf-accent);
    outline: none;
  }
  textarea::placeholder {
    color: var(--gf-soft);
    opacity: 1;
  }
  .line:focus-within {
    box-shadow: 0 2px 0 -0.5px var(--gf-accent);
  }
  .examples {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 0.9rem;
    margin-top: 0.5rem;
    color: var(--gf-soft);
  }
  .examples button {
    min-width: var(--gf-target);
    min-height: max(1.5rem, var(--gf-target));
    padding: 0;
    border: 0;
    border-radius: 2px;
    background: none;
    color: var(--gf-accent);
    text-decoration: underline;
    text-decoration-color: color-mix(in srgb, var(--gf-accent) 35%, transparent);
    text-underline-offset: 0.22em;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .examples button:hover {
    text-decoration-color: currentColor;
  }
  .problem {
    margin: 0.35rem 0 0;
    color: var(--gf-bad);
  }
`;
