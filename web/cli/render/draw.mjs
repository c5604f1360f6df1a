/** What runs in the page that draws. It is sent there by its text, so that it uses nothing of this file. */

/**
 * Draws the figures of `plan.json`, root by root, and says what becomes of each: `{ at }` when one begins, then
 * `{ figure, picture }`, `{ figure, problem }` or, where it has nothing to show, `{ figure, empty }`; at the end `{ done }`
 * or `{ failed }`.
 */
export async function drawPost() {
  const say = (message) => fetch('said', { method: 'POST', body: JSON.stringify(message) });
  try {
    const plan = await (await fetch('plan.json')).json();
    const elements = await import('./package/elements.js');
    elements.bringAllNear();
    const main = document.querySelector('main');
    main.style.width = `${plan.width}px`;
    for (const root of plan.roots) {
      const figures = [];
      main.replaceChildren(build(root, figures));
      for (const [figure, element] of figures) await draw(figure, element, plan);
    }
    await say({ done: true });
  } catch (error) {
    await say({ failed: String(error?.message ?? error) });
  }

  function build({ tag, lang, attributes, style, figure, children }, figures) {
    const element = document.createElement(tag);
    for (const [name, value] of attributes) element.setAttribute(name, value);
    element.setAttribute('lang', lang);
    element.style.cssText = style;
    // A figure that a script of the post shows later (a tab) has a picture, too.
    if (element.style.display === 'none') element.style.removeProperty('display');
    if (figure !== null) figures.push([figure, element]);
    element.append(...children.map((child) => build(child, figures)));
    return element;
  }

  async function draw(figure, element, { schemes, format }) {
    await say({ at: figure });
    const images = {};
    for (const scheme of schemes) {
      document.documentElement.style.colorScheme = scheme;
      await settle(element);
      const answer = insteadOf(element);
      if (answer !== null) return say({ figure, ...answer });
      const svg = withoutAddress(await element.toSVG());
      const [, width, height] = /<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(svg);
      const content = format === 'png' ? await pixelsOf(element) : svg;
      images[scheme] = { content, width: Number(width), height: Number(height) };
    }
    return say({ figure, picture: { images, told: toldBy(element) } });
  }

  /** What a figure tells of itself; `text` and `model` are empty where its title says them, or there is none. */
  function toldBy(element) {
    const title = element.figureTitle || element.localName;
    const { text, model } = element.toJSON().context;
    const isQuoted = title.includes(`“${text}”`);
    // What the title says, such as layer and head, or the sentence that is translated.
    const isSaid = (line) => title.includes(line) || (isQuoted && line.endsWith(text));
    const lines = element.contextLines.filter((line) => text === '' || !isSaid(line));
    if (!element.needsModel) return { title, text: '', model: '', lines };
    return { title, text: isQuoted ? '' : text, model: model?.name ?? '', lines };
  }

  /** The address of this page, which the next one will not have. */
  function withoutAddress(svg) {
    const { origin, pathname } = location;
    return svg.replaceAll(`\n${origin}${pathname}`, '').replaceAll(origin + pathname, '');
  }

  async function pixelsOf(element) {
    const bytes = new Uint8Array(await (await element.toPNG()).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }

  /** The figure and the elements that it is made of; around it, the one that provides its model. */
  function* partsOf(element) {
    yield element;
    for (const inner of (element.shadowRoot ?? element).querySelectorAll('*')) {
      if (inner.shadowRoot !== null) yield* partsOf(inner);
    }
  }

  /** Nothing is loading, being computed or waiting for its turn. Each engine has answered all that it was asked before. */
  async function settle(element) {
    for (let quiet = 0; quiet < 3;) {
      await new Promise(requestAnimationFrame);
      await new Promise((done) => requestIdleCallback(done, { timeout: 200 }));
      quiet = isBusy(element) ? 0 : quiet + 1;
      if (quiet > 0 && element.figure.state.model !== null) await askEngine(element);
    }
  }

  function isBusy(element) {
    const { status, isExtending } = element.figure.state;
    if (status === 'loading' || isExtending) return true;
    return [...partsOf(element)].some(
      ({ isUpdatePending, shadowRoot }) =>
        isUpdatePending === true ||
        shadowRoot?.querySelector('[aria-busy="true"], .asking, .stale') != null,
    );
  }

  async function askEngine(element) {
    try {
      await element.figure.state.model.tokenizer.encode('');
    } catch {
      // It has no tokenizer, or has stopped: then nothing is under way.
    }
  }

  /** What is said in place of the figure, by what provides its model or by the figure: what is wrong, or missing. */
  function insteadOf(element) {
    const provider = element.closest('glass-model') ?? element;
    const textIn = ({ shadowRoot }, what, part = 'message') =>
      [...shadowRoot.querySelectorAll(`[part~="${part}"]${what}`)]
        .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
        .find((text) => text !== '');
    const problem =
      textIn(provider, '[role="alert"]') ??
      textIn(element, '[role="alert"]') ??
      textIn(element, '', 'refusal');
    if (problem !== undefined) return { problem };
    const empty = textIn(element, ':not([role="status"])');
    return empty === undefined ? null : { empty, isGiven: isGiven(element) };
  }

  /** Whether a script of the post, none of which runs here, gives it what it shows. A tree without a model waits for its steps. */
  function isGiven(element) {
    const { status, model } = element.figure.state;
    const isWaiting = element.steps === null && status === 'empty' && model === null;
    return isWaiting || !element.needsModel;
  }
}
