import type { HeadPlace } from '../../view/heads.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { CheckedElement } from './checked-element.ts';
import {
  contextJson,
  contextLines,
  contextOf,
  type ShownModel,
  type ShownSettings,
} from './export/context.ts';
import { type FigureData, type Json, propertiesOf } from './export/json.ts';
import { innerFigures, shownTexts } from './export/shown-texts.ts';
import type { FigureContext } from './figure-context.ts';

/** An element that says what it shows: in a file, `toSVG()`, `toPNG({ scale })`, `toJSON()`, and in words. */
export abstract class ExportedElement extends CheckedElement {
  abstract readonly figure: FigureContext;
  abstract loading: boolean;
  abstract lazy: boolean;
  abstract modelName: string;
  abstract text: string;
  protected abstract readonly words: Common;

  /** What the figure shows, as an SVG that opens by itself: texts as text, nothing scrolled away, controls left out. */
  async toSVG(): Promise<string> {
    const { drawingOf } = await import('./export/figure-svg.ts');
    return (await drawingOf(this)).svg;
  }

  /** The same as a PNG of `scale` pixels to a pixel of the page (2, or as many as a browser draws of a large figure). */
  async toPNG(options: { readonly scale?: number } = {}): Promise<Blob> {
    const { pngOf } = await import('./export/png.ts');
    return pngOf(this, options);
  }

  /** The numbers that the figure shows, with their names. An element with numbers of its own overrides `numbers`. */
  toJSON(): FigureData {
    return {
      figure: this.localName,
      caption: this.figureTitle,
      ...(this.modelName === '' ? {} : { model: this.modelName, text: this.text }),
      context: contextJson(this),
      ...this.numbers(),
    };
  }

  /** The JavaScript that computes what the figure shows, with the package as its only import; null where it has none. */
  recipe(): string | null {
    return null;
  }

  /** The figure's name in a file: its accessible name. */
  get figureTitle(): string {
    const named = this.renderRoot.querySelector('[aria-label]:not(.segments)');
    return named?.getAttribute('aria-label') ?? '';
  }

  /** The figure's description in words: the sentence that it shows as its readout, unless that says what to do. */
  get figureText(): string {
    const readout = this.renderRoot.querySelector('[part~="readout"]:not([data-control])');
    return readout?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** @ignore The model whose numbers are shown. */
  get shownModel(): ShownModel | null {
    return this.figure.modelShown;
  }

  /** @ignore The head that is shown, counted from 0; null where it is none, or not of the surrounding model. */
  get shownHead(): HeadPlace | null {
    return null;
  }

  /** @ignore The text whose numbers are shown. */
  get shownText(): string {
    const { text, read } = this.figure.state;
    return read ?? text;
  }

  /** @ignore What can be set in the figure, as it is set. */
  get shownSettings(): ShownSettings {
    return {};
  }

  /** @ignore The same in words, a line for each. */
  protected get settingLines(): readonly string[] {
    return [];
  }

  /** @ignore What the figure is about, a line for each part: for its description in a file. */
  get contextLines(): readonly string[] {
    return contextLines(contextOf(this), this.settingLines, this.words);
  }

  /** @ignore Draws also what is otherwise drawn only when it comes into view; for the time that an export takes. */
  showWhole(_whole: boolean): void {}

  /** @ignore Is printed, or no longer. What differs on paper is drawn before this returns: the browser then prints at once. */
  showPrinted(_isPrinted: boolean): void {}

  /** The elements directly inside: not those inside of those. */
  protected get innerElements(): readonly ExportedElement[] {
    return innerFigures(this).filter((each) => each instanceof ExportedElement);
  }

  /** For `toJSON`: the element's properties, the texts that it shows, and the figures inside it. */
  protected numbers(): Readonly<Record<string, Json>> {
    const figures = this.innerElements.map((each) => each.toJSON() as unknown as Json);
    return {
      settings: propertiesOf(this),
      texts: shownTexts(this),
      ...(figures.length > 0 ? { figures } : {}),
    };
  }
}
