/** The story without the browser around it: what several chapters share, the chapters, and all that a link carries. */
import type { Field } from './address.ts';
import type { Chapter, Shared, Still } from './chapter.ts';
import { chapterList } from './chapters/index.ts';
import { PageEngine } from './engine.ts';
import { GenerationChoice } from './generation.ts';
import { Gloss } from './gloss.ts';
import { Heads } from './heads.ts';
import type { Preview } from 'glassformer/elements';
import type { Language } from './i18n/texts.ts';
import { PageLanguage } from './language.ts';
import { Here } from './here.ts';
import { FigureChoices } from './figure-choices.ts';
import { LaterElements } from './later-elements.ts';
import { Line } from './line.ts';
import { Opened } from './opened.ts';
import { Opening } from './opening.ts';
import { Printing } from './printing.ts';
import { Translator } from './translator.ts';

export interface Story {
  readonly shared: Shared;
  /** In the order in which they are read. */
  readonly chapters: readonly Chapter[];
  readonly fields: readonly Field[];
}

export interface StoryOptions {
  /** Where the page's own folder is, seen from the document. */
  readonly folder?: string;
  /** Given where the page is rendered once, as HTML. */
  readonly still?: Still | null;
  /** What the model has made of the line that the page begins with. */
  readonly preview?: Preview | null;
}

/** @param first a language whose texts are loaded */
export function createStory(
  first: Language,
  { folder = './', still = null, preview = null }: StoryOptions = {},
): Story {
  const language = new PageLanguage(first);
  const line = new Line(language);
  const heads = new Heads(line);
  const translator = new Translator(line);
  const gloss = new Gloss(language, translator);
  const generation = new GenerationChoice();
  const opened = new Opened(still !== null);
  const later = new LaterElements();
  const figures = new FigureChoices();
  const shared = {
    language,
    line,
    heads,
    translator,
    gloss,
    generation,
    figures,
    opened,
    opening: new Opening(preview, line),
    engine: new PageEngine(),
    later,
    here: new Here(),
    printing: new Printing(later, opened),
    folder,
    still,
  };
  const chapters = chapterList.map((create) => create(shared));
  // Which model has the heads follows from the choice and the line, which picks from the heads.
  const text = { fields: [line.writerField, lineField(line, heads, figures), line.pinField] };
  const owners = [language, text, heads, translator, generation, figures, opened, ...chapters];
  return { shared, chapters, fields: owners.flatMap(({ fields = [] }) => fields) };
}

/**
 * A link that holds heads, a token or what is set in figures holds their line, too: in another language the page begins
 * with a line of another model.
 */
function lineField({ field, text, pinned }: Line, heads: Heads, figures: FigureChoices): Field {
  const isNeeded = () => heads.isSet.value || pinned.value !== null || figures.isSet;
  return { ...field, write: () => field.write() ?? (isNeeded() ? text.value : null) };
}
