import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { contentStyles } from '../base/content.styles.ts';
import type { FigureData, Json } from '../base/export/json.ts';
import { modelFacts } from '../base/export/context.ts';
import type { Model } from '../../index.ts';
import { GlassformerError } from '../../shared/error.ts';
import type { Subject } from '../base/figure-context.ts';
import { publicLink, webAddress } from '../base/export/link.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { ExportedElement } from '../base/exported-element.ts';
import { fileName } from './file-name.ts';
import { jointLines } from './joint-lines.ts';
import { saveStyles } from './glass-save.styles.ts';
import type { SaveFormat } from '../event-types.ts';
import { problemOf } from '../i18n/problem.ts';
import { glassModelAround } from './properties.ts';

/** Pixels of a PNG to a pixel of the page: sharp enough for print. */
const kScale = 3;

export type { SaveFormat };
const kFormats: readonly SaveFormat[] = ['svg', 'png', 'json', 'html'];

/**
 * Figures that a reader may keep: a small menu under them saves what they show as SVG, PNG or JSON, or as a page in one
 * file in which they are alive. Below a picture stand its text, model, head, settings and address. The figures inside still belong to the `<glass-model>` around it, of whose model a line tells
 * the size; with `about` on that element the line ends in a link, and `about-text` stands in place of the size. The menu also gives the tag for what is
 * shown.
 *
 * @element glass-save
 * @slot - the figures, and what stands between them
 * @fires glass-saved - a file was handed to the reader; detail: { format, name }
 * @csspart button - what opens the menu
 * @csspart menu - the menu
 * @csspart model - the line about the model
 * @csspart message - the sentence after a failure
 */
export class GlassSave extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), contentStyles, saveStyles];
  static override readonly hasSlot = true;
  static override readonly subjects: readonly Subject[] = ['run'];

  /** What the files are called and what stands in them as title; at first what the first figure is called. */
  @property() caption = '';

  /** Leaves out the line about the model around: the figure has a model of its own, or none. */
  @property({ type: Boolean, attribute: 'without-model' }) withoutModel = false;

  @state() private isOpen = false;
  /** A file is being made, which of a page takes a moment. */
  @state() private isSaving = false;
  /** A picture is being made: what it is about is drawn below it, for its other readers. */
  @state() private isDrawn = false;
  /** What the line under the figure was written from. */
  #told: Told | null = null;

  /** Not at each run. */
  protected override figureChanged(subject: Subject): void {
    if (!isAlike(this.#told, this.#toTell)) super.figureChanged(subject);
  }

  get #toTell(): Told {
    // What stands in the <glass-model> around is about its own model.
    const { about = '', aboutText = '' } = (this.modelName === '' && glassModelAround(this)) || {};
    const { modelShown: model, isBehind } = this.figure;
    // What is said of the model is said of the next one while that comes.
    return isBehind ? { model, about: '', aboutText: '' } : { model, about, aboutText };
  }

  protected override get keepsContent(): boolean {
    return true;
  }

  override get figureTitle(): string {
    const [first] = this.innerElements;
    return this.caption || (first ? nameOf(first) : '');
  }

  override get figureText(): string {
    return this.innerElements
      .map((each) => each.figureText)
      .filter((text) => text !== '')
      .join('\n');
  }

  override get contextLines(): readonly string[] {
    const all = this.innerElements.map((each) => [nameOf(each), each.contextLines] as const);
    const lines = jointLines(all.filter(([, each]) => each.length > 0));
    // A model that a script has made has no name but the one that its page gives it.
    const { model, aboutText } = this.#toTell;
    const isNameless = model !== null && !this.withoutModel && modelFacts(model).name === '';
    return isNameless && aboutText !== '' ? [aboutText, ...lines] : lines;
  }

  /** No two figures of a page have files of the same name. */
  fileName(format: SaveFormat): string {
    const name = fileName(this.figureTitle, '');
    const alike = [...document.querySelectorAll<GlassSave>(this.localName)].filter(
      (each) => each === this || fileName(each.figureTitle, '') === name,
    );
    const before = alike.indexOf(this);
    return fileName(this.figureTitle, format, before > 0 ? before + 1 : 1);
  }

  /** One figure's numbers as they are, those of several as a list. */
  override toJSON(): FigureData {
    const all = this.innerElements.map((each) => each.toJSON());
    const [first] = all;
    return all.length === 1 && first !== undefined ? first : super.toJSON();
  }

  /** What the figures show as a page of one file, alive, which asks for nothing else. */
  async toPage(): Promise<string> {
    const { livePageOf } = await import('./live-page.ts');
    return livePageOf(this, this.words.needsScripts);
  }

  /** Downloads a file. */
  async save(format: SaveFormat): Promise<void> {
    this.isSaving = true;
    try {
      const name = this.fileName(format);
      download(await this.#file(format), name);
      this.problem = '';
      this.send('glass-saved', { format, name });
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.isSaving = false;
    }
  }

  protected override render(): TemplateResult {
    const { words } = this;
    return html`<slot class=${this.isSaving ? 'saving' : ''}></slot>
      ${this.isDrawn ? this.#about() : nothing}
      <div class="bar" data-control>
        ${this.#aboutModel()}
        <div class="menu" @focusout=${this.#onFocusOut} @keydown=${this.#onKey}>
          <button
            part="button"
            aria-haspopup="menu"
            aria-expanded=${this.isOpen}
            aria-busy=${this.isSaving}
            @click=${() => this.#open(!this.isOpen)}
          >
            ${words.save}
          </button>
          ${this.isOpen ? this.#menu() : nothing}
        </div>
      </div>
      ${this.problem ? html`<p class="placeholder failed" data-control role="alert" part="message">${this.said(this.problem)}</p>` : nothing}`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { figures = [] } = super.numbers();
    return { figures };
  }

  /** Title, text, model, head and settings, and where it comes from. A title that the figure shows is not said twice. */
  #about(): TemplateResult {
    const title = this.caption || this.figureTitle;
    const isShown =
      this.caption === '' && this.innerElements.some((each) => showsTitle(each, title));
    const about = [isShown ? '' : title, ...this.contextLines, publicLink(location.href)];
    const lines = about.filter((line) => line !== '');
    return html`<div class="about">${lines.map((line) => html`<p>${line}</p>`)}</div>`;
  }

  #aboutModel(): TemplateResult | typeof nothing {
    const told = this.#toTell;
    this.#told = told;
    const { model, aboutText } = told;
    const { words } = this;
    const about = webAddress(told.about);
    // What the text leaves out is told beside it where there is room, and by the link everywhere.
    const isShort = about !== '' && aboutText !== '';
    // The text is known before the model has come.
    if (this.withoutModel || (model === null && !isShort)) return nothing;
    const all = model && modelFacts(model);
    const facts = all === null ? '' : words.modelFacts(all);
    const unnamed = all === null ? '' : words.modelFacts({ ...all, name: '' });
    return html`<p class="model" part="model">
      ${isShort ? aboutText : aboutText === '' ? facts : words.apart(facts, aboutText)}${
        about === ''
          ? nothing
          : html` <a href=${about} title=${(isShort && unnamed) || nothing}
              >${words.moreAboutModel}</a
            >`
      }${isShort && unnamed !== '' ? html` <span class="facts" aria-hidden="true">${unnamed}</span>` : nothing}
    </p>`;
  }

  #menu(): TemplateResult {
    const { words } = this;
    return html`<div role="menu" part="menu" aria-label=${words.save}>
      ${kFormats.map(
        (format) =>
          html`<button role="menuitem" tabindex="-1" @click=${() => this.#choose(format)}>
            ${format === 'html' ? words.livePage : format.toUpperCase()}
          </button>`,
      )}
      <button role="menuitem" tabindex="-1" @click=${this.#showTag}>${words.asTag}</button>
    </div>`;
  }

  #expectFigure(): void {
    if (this.innerElements.length === 0)
      throw new GlassformerError('InvalidArgument', 'there is no figure inside <glass-save>', {
        details: { kind: 'noFigure' },
      });
  }

  async #file(format: SaveFormat): Promise<Blob> {
    this.#expectFigure();
    if (format === 'png' || format === 'svg') return this.#picture(format);
    if (format === 'html') return new Blob([await this.toPage()], { type: 'text/html' });
    return new Blob([JSON.stringify(this, null, 1)], { type: 'application/json' });
  }

  async #picture(format: 'png' | 'svg'): Promise<Blob> {
    this.isDrawn = true;
    try {
      if (format === 'svg') return new Blob([await this.toSVG()], { type: 'image/svg+xml' });
      const { fittingPng } = await import('../base/export/png.ts');
      return await fittingPng(this, kScale);
    } finally {
      this.isDrawn = false;
    }
  }

  async #open(isOpen: boolean): Promise<void> {
    this.isOpen = isOpen;
    await this.updateComplete;
    if (!isOpen) return;
    const menu = this.renderRoot.querySelector('[role="menu"]');
    // A figure at the top of the window has no room above its button.
    menu?.classList.toggle('below', menu.getBoundingClientRect().top < 0);
    this.#items[0]?.focus();
  }

  readonly #showTag = async (): Promise<void> => {
    this.#close();
    try {
      this.#expectFigure();
      const { showTag } = await import('./post.ts');
      showTag(this);
    } catch (error) {
      this.problem = problemOf(error);
    }
  };

  #choose(format: SaveFormat): void {
    this.#close();
    void this.save(format);
  }

  #close(): void {
    this.isOpen = false;
    this.renderRoot.querySelector<HTMLElement>('[part="button"]')?.focus();
  }

  get #items(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  }

  readonly #onFocusOut = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) this.isOpen = false;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.isOpen) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        void this.#open(true);
      }
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      return this.#close();
    }
    const items = this.#items;
    const row = items.indexOf(event.target as HTMLElement);
    // Up and down wrap around.
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const to =
      step === 0
        ? { Home: 0, End: items.length - 1 }[event.key]
        : (row + step + items.length) % items.length;
    if (to === undefined) return;
    event.preventDefault();
    items[to]?.focus();
  };
}

const nameOf = ({ figureTitle, localName }: ExportedElement): string => figureTitle || localName;

const showsTitle = ({ renderRoot }: ExportedElement, title: string): boolean =>
  [...renderRoot.querySelectorAll('.title')].some((each) => each.textContent.trim() === title);

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface Told {
  readonly model: Model | null;
  readonly about: string;
  readonly aboutText: string;
}

function isAlike(a: Told | null, b: Told): boolean {
  return a?.model === b.model && a.about === b.about && a.aboutText === b.aboutText;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-save': GlassSave;
  }
}
