import Reveal from './node_modules/reveal.js/dist/reveal.mjs';

// The arrow keys that a figure uses are its own: the slide stays.
await new Reveal({ hash: true }).initialize();
