/** The reference as HTML, which is whole without scripts: what is live takes the place of the examples' text. */
import { html, nothing, type TemplateResult } from 'lit';
import { languageNames, languages, folderOf, type Language } from '../i18n/texts.ts';
import { themeIcon } from '../parts/theme-icon.ts';
import { type Catalog, type Element, type Kind, type Row, splitPurpose } from './catalog.ts';
import { referenceFolder } from './folder.ts';
import type { Block, Guide } from './guides.ts';
import type { ReferenceWords } from './words.ts';

export interface ReferencePage {
  readonly language: Language;
  readonly words: ReferenceWords;
  readonly catalog: Catalog;
  /** Where the page's own folder is, seen from the document. */
  readonly folder: string;
}

export function referenceView(page: ReferencePage): TemplateResult {
  const { words, catalog, language, folder } = page;
  const story = folder + folderOf(language).replace('./', '');
  return html`<a class="skip" href="#elements">${words.skip}</a>
    <header class="top">
      <p class="name"><a href=${story}>Glassformer</a></p>
      <p>${words.claim}</p>
      <nav class="switches" aria-label=${words.languages}>
        ${languages.map((each) => languageLink(page, each))} ${themeButton(words)}
      </nav>
    </header>
    <main class="reference">
      <div class="prose">
        <h1>${words.title}</h1>
        ${words.introduction(story)}
        <pre class="markup"><code>${words.install}</code></pre>
        <p class="no-script">${words.noScript}</p>
      </div>
      <div class="columns">
        <div class="side">
          <div class="filter">
            <label for="filter">${words.filter}</label>
            <input
              id="filter"
              type="search"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
            />
            <p role="status" id="found"></p>
          </div>
          ${contents(page)}
        </div>
        <div class="entries" id="elements">
          ${catalog.elements.map((element) => elementSection(page, element))} ${everyElement(page)}
          ${words.guides(catalog.guides).map(guideSection)}
          ${listSection(page, 'generation', catalog.generation)}
          ${listSection(page, 'training', catalog.training)}
          ${listSection(page, 'hooks', catalog.hooks)}
          ${listSection(page, 'errors', catalog.errors)}
          ${listSection(page, 'details', catalog.details)}
        </div>
      </div>
    </main>
    <footer>
      <p><a href=${story}>${words.back}</a></p>
      <p>${words.place}</p>
    </footer>`;
}

const kLists = ['generation', 'training', 'hooks', 'errors', 'details'] as const;

function languageLink({ language, folder }: ReferencePage, each: Language): TemplateResult {
  return html`<a
    lang=${each}
    hreflang=${each}
    href=${folder + referenceFolder(each)}
    aria-current=${each === language ? 'page' : 'false'}
    >${languageNames.get(each)}</a
  >`;
}

function themeButton(words: ReferenceWords): TemplateResult {
  return html`<button class="icon" id="theme" aria-label=${words.theme} title=${words.theme}>
    ${themeIcon}
  </button>`;
}

function contents({ words, catalog }: ReferencePage): TemplateResult {
  const link = (id: string, name: string | TemplateResult) =>
    html`<li><a href="#${id}">${name}</a></li>`;
  return html`<nav class="index" aria-label=${words.contents}>
    <ul>
      ${catalog.elements.map(({ tag }) => link(tag, html`<code>${tag}</code>`))}
      ${link('every', words.every.title)}
      ${words.guides(catalog.guides).map(({ id, title }) => link(id, title))}
      ${kLists.map((name) => link(name, words.lists[name].title))}
    </ul>
  </nav>`;
}

function everyElement(page: ReferencePage): TemplateResult {
  const { words, catalog } = page;
  return html`<section id="every" class="entry">
    <h2>${words.every.title}</h2>
    <p>${words.every.text}</p>
    ${tables(page, 'every', catalog.every)}
  </section>`;
}

function elementSection(page: ReferencePage, element: Element): TemplateResult {
  const { words } = page;
  const { tag, extended } = element;
  const [purpose, more] = splitPurpose(words.describe(tag, element.description));
  const markup = words.examples[tag];
  if (markup === undefined) throw new Error(`the reference has no example of <${tag}>`);
  return html`<section id=${tag} class="entry" data-tag=${tag}>
    <h2>
      <a href="#${tag}"><code>&lt;${tag}&gt;</code></a>
    </h2>
    <p class="purpose">${prose(purpose)}</p>
    ${more === '' ? nothing : html`<p>${prose(more)}</p>`}
    <div class="example" role="group" aria-label=${words.exampleOf(tag)}>
      <pre class="markup"><code>${markup}</code></pre>
    </div>
    ${extended === null ? nothing : html`<p>${words.extends(html`<a href="#${extended}"><code>&lt;${extended}&gt;</code></a>`)}</p>`}
    ${tables(page, tag, element.tables)}
    <p class="also">${words.also(html`<a href="#every">${words.every.title}</a>`)}</p>
  </section>`;
}

function guideSection({ id, title, blocks }: Guide): TemplateResult {
  return html`<section id=${id} class="entry guide">
    <h2><a href="#${id}">${title}</a></h2>
    ${blocks.map((block) => guideBlock(block, title))}
  </section>`;
}

function guideBlock(block: Block, title: string): TemplateResult {
  if (block.kind === 'text') return html`<p>${prose(block.text)}</p>`;
  if (block.kind === 'code')
    return html`<pre class="markup" lang="en" dir="ltr"><code>${block.code}</code></pre>`;
  return html`<div class="wide" role="group" aria-label=${title} tabindex="0">
    <table>
      <thead>
        <tr>
          ${block.head.map((name) => html`<th scope="col">${prose(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${block.rows.map(
          ([part = '', ...names]) =>
            html`<tr>
              <th scope="row">${prose(part)}</th>
              ${names.map((name) => html`<td>${prose(name)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function listSection(
  page: ReferencePage,
  name: (typeof kLists)[number],
  rows: readonly Row[],
): TemplateResult {
  const { title, text, columns } = page.words.lists[name];
  return html`<section id=${name} class="entry">
    <h2>${title}</h2>
    <p>${prose(text)}</p>
    ${table(page, title, columns, rows)}
  </section>`;
}

function tables(
  page: ReferencePage,
  owner: string,
  all: ReadonlyMap<Kind, readonly Row[]>,
): TemplateResult {
  const { kinds, meaning } = page.words;
  return html`${[...all].map(
    ([kind, rows]) =>
      html`<h3 id="${owner}-${kind}">${kinds[kind]}</h3>
        ${table(page, `${owner} · ${kinds[kind]}`, [kinds[kind], meaning], rows)}`,
  )}`;
}

function table(
  page: ReferencePage,
  caption: string,
  [name, meaning]: readonly [string, string],
  rows: readonly Row[],
): TemplateResult {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${name}</th>
        <th scope="col">${meaning}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => line(page, row))}
    </tbody>
  </table>`;
}

function line(page: ReferencePage, row: Row): TemplateResult {
  const { words } = page;
  const { id, name, names, property, isPropertyOnly = false, type, initial } = row;
  const description = row.description && words.describe(row.key, row.description);
  return html`<tr id=${id} data-names=${names?.join(' ') ?? nothing}>
    <th scope="row">
      <a href="#${id}"><code>${name === '' ? words.defaultSlot : name}</code></a>
    </th>
    <td>
      ${description === '' ? nothing : html`<p>${prose(description)}</p>`}
      ${type === undefined ? nothing : html`<p class="type"><code>${type}</code>${initial === undefined ? nothing : html` · ${words.initially} <code>${initial}</code>`}${property === undefined ? nothing : html` · ${words.property} <code>${property}</code>`}${isPropertyOnly ? html` · ${words.propertyOnly}` : nothing}</p>`}
    </td>
  </tr>`;
}

/** What stands between backticks is code, and `[title](#id)` a link within the page. */
function prose(text: string): TemplateResult {
  return html`${text.split(/(`[^`]+`|\[[^\]]+\]\(#[^)]+\))/).map((part) => {
    const [, title, id] = /^\[(.+)\]\(#(.+)\)$/.exec(part) ?? [];
    if (id !== undefined) return html`<a href="#${id}">${title}</a>`;
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : part;
  })}`;
}
