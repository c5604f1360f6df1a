/** The parts of Lit that the page uses, from the elements' copy, so that a reader fetches Lit once. */
export { html, nothing, render, svg } from 'lit';
export { guard } from 'lit/directives/guard.js';
export { createRef, ref } from 'lit/directives/ref.js';
