import { css } from 'lit';

/** What all elements share: type, focus, buttons, and the placeholders. */
export const baseStyles = css`
  /*
   * A figure reads from left to right wherever it stands: scales, columns of numbers, tokens in the order of their text. What
   * the page's typography would do to its cells is taken back.
   */
  :host {
    display: block;
    direction: ltr;
    color: var(--gf-ink);
    font-family: var(--gf-font);
    font-size: var(--glass-font-size, 0.8125rem);
    line-height: 1.45;
    font-style: normal;
    font-variant: normal;
    font-variant-numeric: tabular-nums;
    letter-spacing: normal;
    word-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    -webkit-text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  .placeholder {
    margin: 0;
    padding: 0.6rem 0;
    color: var(--gf-soft);
    overflow-wrap: anywhere;
  }
  .placeholder.failed {
    color: var(--gf-bad);
  }

  /*
   * What has not come by then does not come on paper, nor what is pressed. Shades come: they are numbers, and letters in the ink
   * of dark shades cannot be read without them.
   */
  @media print {
    :host {
      print-color-adjust: exact;
    }
    /* Nothing scrolls on paper: boxes are as high as what they hold, whatever the element's own styles say. */
    :is(.scroller, .lines, .tokens, .table, .along, .line, .out) {
      max-height: none !important;
    }
    .placeholder[aria-busy='true'],
    .coming,
    .segments,
    .buttons,
    .controls > button,
    [data-control]:not(.control, .controls > *, .bar, [role='alert']) {
      display: none !important; /* whatever the element's own styles say */
    }
  }

  :focus-visible {
    outline: 2px solid var(--gf-accent);
    outline-offset: 2px;
  }

  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  /* Safari on iOS zooms into a field whose type is smaller than this. */
  @media (pointer: coarse) {
    input:is([type='text'], [type='number']),
    select,
    textarea {
      font-size: max(1rem, 16px);
    }
  }
  input[type='range'] {
    min-height: max(1.5rem, var(--gf-target));
  }
  /* What is as small as the number or the token that it stands for has a smaller size of its own. */
  button {
    min-height: max(2rem, var(--gf-target));
    padding: 0.2rem 0.75rem;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    background: var(--gf-paper);
    cursor: pointer;
  }
  select,
  input:is([type='text'], [type='number']) {
    min-height: max(2rem, var(--gf-target));
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    background: var(--gf-paper);
  }
  select {
    min-width: var(--gf-target);
  }
  input:is([type='text'], [type='number']) {
    padding: 0 0.5rem;
  }
  button:hover:not(:disabled) {
    border-color: var(--gf-soft);
  }
  button:disabled {
    cursor: default;
    color: var(--gf-soft);
    background: var(--gf-wash);
  }
  button.primary:not(:disabled) {
    background: var(--gf-accent);
    border-color: var(--gf-accent);
    color: var(--gf-on-accent);
  }

  sub,
  sup {
    font-size: max(0.78em, 11px);
    line-height: 0;
  }

  .segments {
    display: inline-flex;
    border: 1px solid var(--gf-line);
    border-radius: 6px;
    overflow: clip;
  }
  .segments label {
    position: relative;
    display: block;
    padding: 0.2rem 0.75rem;
    min-width: var(--gf-target);
    min-height: max(1.875rem, var(--gf-target));
    line-height: max(1.5rem, calc(var(--gf-target) - 0.4rem));
    text-align: center;
    cursor: pointer;
    color: var(--gf-soft);
  }
  .segments label + label {
    border-left: 1px solid var(--gf-line);
  }
  .segments input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments label:has(input:checked) {
    background: var(--gf-wash);
    color: var(--gf-ink);
    font-weight: 600;
  }
  .segments label:has(input:focus-visible) {
    outline: 2px solid var(--gf-accent);
    outline-offset: -2px;
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* While a figure is being saved: what it shows, without what it is steered with. */
  :host([saving]) :is(.segments, .controls, .buttons, [data-control]:not(.control)) {
    display: none !important;
  }
  :host([saving]),
  :host([saving]) * {
    transition: none !important;
    animation: none !important;
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition-duration: 0s !important;
      animation-duration: 0s !important;
    }
  }
`;
