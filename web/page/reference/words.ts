/** What the reference says in its own words, in each language; descriptions come from the sources. */
import type { TemplateResult } from 'lit';
import type { Kind } from './catalog.ts';
import type { Guide } from './guides.ts';

interface ListWords {
  readonly title: string;
  readonly text: string;
  /** The heads of its two columns. */
  readonly columns: readonly [string, string];
}

/** Why an example is not shown as it was typed; {0}, {1} stand for what was found. */
export type RefusalKind = 'element' | 'attribute' | 'unknown' | 'origin' | 'open' | 'tooLong';

/** What the page's script says. */
export interface LiveWords {
  readonly edit: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly reset: string;
  readonly notLoaded: string;
  readonly toLight: string;
  readonly toDark: string;
  readonly foundNone: string;
  /** {0} entries. */
  readonly found: string;
  readonly refusals: Readonly<Record<RefusalKind, string>>;
  /** What is expected in place of an unknown attribute, as {2}: it stands in a `<glass-model>`, or one of the list {0}. */
  readonly meant: Readonly<Record<'around' | 'oneOf', string>>;
}

export interface ReferenceWords {
  readonly title: string;
  readonly description: string;
  readonly claim: string;
  readonly skip: string;
  readonly languages: string;
  readonly theme: string;
  readonly introduction: (story: string) => TemplateResult;
  readonly install: string;
  readonly noScript: string;
  readonly filter: string;
  readonly contents: string;
  readonly every: { readonly title: string; readonly text: string };
  readonly lists: Readonly<
    Record<'generation' | 'training' | 'hooks' | 'errors' | 'details', ListWords>
  >;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly meaning: string;
  readonly initially: string;
  readonly property: string;
  readonly propertyOnly: string;
  readonly defaultSlot: string;
  readonly exampleOf: (tag: string) => string;
  readonly extends: (other: TemplateResult) => TemplateResult;
  readonly also: (every: TemplateResult) => TemplateResult;
  readonly back: string;
  readonly place: string;
  /** A description of the sources in this language. */
  readonly describe: (key: string, english: string) => string;
  /** The way from PyTorch in this language. */
  readonly guides: (english: readonly Guide[]) => readonly Guide[];
  /** Markup to begin with, by tags. */
  readonly examples: Readonly<Record<string, string>>;
  readonly live: LiveWords;
}
