/** One live example: a field with its HTML, what it shows, and the way back. */
import { whenNear } from 'glassformer/elements/functions';
import { define, laterTags } from './later.ts';
import { said } from './live-words.ts';
import type { LiveWords } from './words.ts';
import {
  isRefusal,
  kMaxCharacters,
  type MarkupNode,
  readMarkup,
  type Refusal,
  type Rules,
  show,
} from './markup.ts';

/** So far ahead it is loaded. */
const kAhead = '300px 0px';
/** How long nobody types before the figure follows. */
const kQuietMs = 400;

const rules: Rules = {
  address: document.baseURI,
  attributesOf: (tag) => {
    const known = customElements.get(tag) as { observedAttributes?: readonly string[] } | undefined;
    return tag.startsWith('glass-') && known ? (known.observedAttributes ?? []) : null;
  },
};

/** Behind the tag of the body, or what stands first may be put into the head. */
const parse = (html: string): ParentNode =>
  new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;

/** Takes the place of the text of an example. */
export function startExample(place: Element, markup: string, words: LiveWords): void {
  const still = place.querySelector('pre');
  if (still === null) return;
  const field = document.createElement('textarea');
  field.value = markup;
  field.rows = markup.split('\n').length;
  field.spellcheck = false;
  field.autocapitalize = 'none';
  field.maxLength = kMaxCharacters;
  field.setAttribute('aria-label', words.edit);
  const bar = document.createElement('p');
  bar.className = 'bar';
  const message = document.createElement('span');
  message.setAttribute('role', 'status');
  const live = document.createElement('div');
  live.className = 'live';
  let shown: readonly MarkupNode[] = [];
  let isRefused = false;
  /** What stands there is that of the markup before. */
  const refuse = (why: string): void => {
    isRefused = true;
    live.classList.add('former');
    message.textContent = why;
  };

  async function render(): Promise<void> {
    const html = field.value;
    const wanted = [...html.matchAll(/<(glass-[a-z-]+)/gi)].map(([, tag = '']) =>
      tag.toLowerCase(),
    );
    try {
      await define(wanted.filter((tag) => laterTags.has(tag)));
    } catch {
      if (html === field.value) refuse(words.notLoaded);
      return;
    }
    if (html !== field.value) return;
    const read = readMarkup(html, parse, rules);
    if (isRefusal(read)) {
      const why = await whyRefused(read, words);
      if (html === field.value) refuse(why);
      return;
    }
    if (isRefused) message.textContent = '';
    isRefused = false;
    live.classList.remove('former');
    show(live, shown, read);
    shown = read;
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(field.value);
      message.textContent = words.copied;
    } catch {
      field.select();
      message.textContent = words.copyFailed;
    }
  }

  let timer = 0;
  const renderSoon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void render(), kQuietMs);
  };
  // What an input method composes is no text yet.
  field.addEventListener('compositionstart', () => clearTimeout(timer));
  field.addEventListener('compositionend', renderSoon);
  field.addEventListener('input', (event) => (event as InputEvent).isComposing || renderSoon());
  const reset = (): void => {
    field.value = markup;
    live.replaceChildren();
    shown = [];
    void render();
  };
  bar.append(
    button(words.copy, () => void copy()),
    button(words.reset, reset),
    message,
  );
  still.replaceWith(field);
  place.append(bar, live);
  void whenNear(live, kAhead).then(render);
}

async function whyRefused({ kind, found }: Refusal, words: LiveWords): Promise<string> {
  const { refusals, meant } = words;
  if (kind !== 'unknown') return said(refusals[kind], ...found);
  const [tag = '', name = ''] = found.map(String);
  const { meantIn } = await import('glassformer/elements/misspelt');
  const expected = meantIn(customElements.get(tag), name, {
    around: meant.around,
    oneOf: (names) => said(meant.oneOf, names),
  });
  // Any tag may have it, elsewhere.
  return expected === undefined
    ? said(refusals.attribute, tag, name)
    : said(refusals.unknown, tag, name, expected);
}

function button(name: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = name;
  made.addEventListener('click', press);
  return made;
}
