/** What the demo page takes of Lit: of the copy that the elements have, so that a reader fetches one. */
export { html, nothing, render, svg } from 'lit';
export { guard } from 'lit/directives/guard.js';
export { createRef, ref } from 'lit/directives/ref.js';
