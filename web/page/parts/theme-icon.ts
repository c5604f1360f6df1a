import { html, type TemplateResult } from 'lit';

/** A disc, half of it dark. */
export const themeIcon: TemplateResult = html`<svg
  viewBox="0 0 20 20"
  width="18"
  height="18"
  aria-hidden="true"
>
  <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" stroke-width="1.5"></circle>
  <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor"></path>
</svg>`;
