import { css } from 'lit';

/** For elements around content of the page: it keeps the page's direction, colour and type; what they say has their own. */
export const contentStyles = css`
  :host {
    direction: inherit;
    color: inherit;
    font: inherit;
    letter-spacing: inherit;
    word-spacing: inherit;
    text-align: inherit;
    text-indent: inherit;
    text-shadow: inherit;
    text-transform: inherit;
    white-space: inherit;
  }
  .bar,
  .about,
  .placeholder,
  [part='retry'] {
    font: var(--glass-font-size, 0.8125rem) / 1.45 var(--gf-font);
    font-variant-numeric: tabular-nums;
    letter-spacing: normal;
    word-spacing: normal;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
  }
  .bar,
  .ink,
  [part='retry'] {
    color: var(--gf-ink);
  }
`;
