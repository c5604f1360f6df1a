import { html } from 'lit';
import type { ReferenceWords } from '../words.ts';
import { examples } from './en-examples.ts';

export const words: ReferenceWords = {
  title: 'Reference and gallery',
  description:
    'Every element of Glassformer with a live example to edit and copy, its attributes, properties, events and parts, and all options, hooks and errors.',
  claim: 'Every figure, for a page of yours',
  skip: 'To the elements',
  languages: 'Language and look',
  theme: 'Light or dark',
  introduction: (story) =>
    html`<p>
      Each figure of <a href=${story}>the story</a> is a tag. Here are all of them, each with an
      example that is alive: change its text, its layer or its view, see what becomes of it, and
      copy it into a post. What your page needs is the package’s folder <code>dist</code> beside it,
      here as <code>glassformer</code>, and two lines: a style sheet that keeps the figures’ room
      until they come, and the script.
    </p>`,
  install: `<link rel="stylesheet" href="glassformer/placeholder.css" />
<script type="module" src="glassformer/auto.js"></script>`,
  noScript: 'The examples come to life where scripts may run. All else is here as text.',
  filter: 'Find an element, an attribute, an option …',
  contents: 'Contents',
  every: {
    title: 'Every element',
    text: 'What all of them have, listed once.',
  },
  lists: {
    generation: {
      title: 'Options of generation',
      text: 'For `model.generate(text, options)` and what the controls of `<glass-generate>` set. Names and meaning are those of Hugging Face’s GenerationConfig.',
      columns: ['Option', 'What it is'],
    },
    training: {
      title: 'Options of training',
      text: 'For `createTrainer(options)`. The optimiser’s are those of `torch.optim.AdamW`.',
      columns: ['Option', 'What it is'],
    },
    hooks: {
      title: 'Hooks',
      text: 'The names of all activations, for `capture`, `hook` and edits, with their shapes: T tokens, D model width, H heads, K head width, F hidden width, V vocabulary, {l} the layer. An encoder–decoder’s begin with `encoder.` or `decoder.`; its second attention is `cross_attn`.',
      columns: ['Hook', 'Shape'],
    },
    errors: {
      title: 'Errors',
      text: 'Every refusal is a `GlassformerError` with one sentence in `message` and one of these in `code`. The elements say it in their own language.',
      columns: ['Code', 'What went wrong'],
    },
    details: {
      title: 'Kinds of errors',
      text: 'What exactly went wrong, as data in `details` of a `GlassformerError`. Errors that only a programmer meets have none.',
      columns: ['Kind', '`details`'],
    },
  },
  kinds: {
    attributes: 'Attributes and properties',
    methods: 'Methods',
    events: 'Events',
    slots: 'Slots',
    parts: 'Parts',
    properties: 'Custom properties',
  },
  meaning: 'What it is',
  initially: 'at first',
  property: 'from a script',
  propertyOnly: 'from a script only',
  defaultSlot: '(content)',
  exampleOf: (tag) => `Example of ${tag}`,
  extends: (other) => html`It has all that ${other} has.`,
  also: (every) => html`See ${every} for what all have.`,
  back: 'To the story',
  place:
    'Everything comes from this folder: no other host is asked, nothing that you type leaves your device.',
  describe: (_, english) => english,
  guides: (english) => english,
  examples,
  live: {
    edit: 'HTML of the example',
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'The browser does not allow it: copy the marked text.',
    reset: 'Reset',
    notLoaded: 'The figure could not be loaded. Is there a network?',
    toLight: 'Light',
    toDark: 'Dark',
    foundNone: 'Nothing of that name.',
    found: 'Matches: {0}',
    refusals: {
      element: '<{0}> is not shown here: expected an element of Glassformer or simple text markup.',
      attribute: 'The attribute {1} of <{0}> is not taken here.',
      unknown: '<{0}> has no attribute {1}: expected {2}.',
      origin:
        '{1} of <{0}> names another origin: expected the name of a shipped model or an address on this host.',
      open: 'Nothing is left of this: a tag, a quotation mark or a comment does not end.',
      tooLong: 'The example has {0} characters: expected at most {1}.',
    },
    meant: { around: 'a <glass-model> around it with that', oneOf: 'one of {0}' },
  },
};
