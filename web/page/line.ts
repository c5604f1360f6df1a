/** The reader's line: what stands in it, what of it the figures read, and how its model reads it. */
import { batch, computed, signal } from '@preact/signals-core';
import type { Change, Run, Token } from 'glassformer';
import type { Spot } from 'glassformer/elements';
import { type Field, field, kMaxCharacters, oneOf, textCodec } from './address.ts';
import type { PageLanguage } from './language.ts';
import { kNoNotes, notesOf, sameNotes } from './line-notes.ts';
import { spotCodec } from './pin-codec.ts';
import { findProblem } from './sentence-check.ts';
import {
  firstWriter,
  isChinese,
  kExamples,
  kInitialText,
  mayBecomeVerse,
  type Writer,
  writerOf,
  writers,
} from './writers.ts';

/** Blanks behind the last word, or behind the last line break: the beginning of what is not there yet. */
const kBlankEnd = /[^\S\n]+$/;

/** Milliseconds without a change after which the typing rests. */
const kRestMs = 1000;

/** The same where a verse may have been begun: its next character may be long in coming. */
const kVerseRestMs = 4000;

/** A text, and what its model made of it. */
export interface LineReading {
  readonly run: Run;
  readonly text: string;
  readonly changes: readonly Change[];
  /** What of it the model's list lacks. */
  readonly unknown: readonly string[];
}

export class Line {
  readonly #language: PageLanguage;
  readonly #typed = signal<string | null>(null);
  /** What the reader has typed last, which a press of an example or of a token replaces; '' where nothing. */
  readonly #own = signal('');
  /** The last of what was typed that a model could read. */
  readonly #readable = signal<string | null>(null);
  /**
   * The text that decides which model reads the line; null: the one that is read. Two models read Chinese, and the first
   * characters of a verse are those of a sentence: while Chinese is typed on, the model stays, until the typing rests; that
   * of poems stays also while what is typed in their place may become a verse, until the typing rests for longer.
   */
  readonly #deciding = signal<string | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #tokens = signal<readonly Token[]>([]);
  readonly #pinned = signal<Spot | null>(null);
  readonly #notes = signal(kNoNotes);
  /** The model of the figures' run; null: there is none yet. */
  readonly #readBy = signal<Writer | null>(null);
  /** The model that does not come, or could not read the line: what is shown may stay. */
  readonly #failed = signal<Writer | null>(null);
  /** The text of the figures' run. */
  #lastRead: string | null = null;
  readonly #chosenWriter = signal<Writer | null>(null);
  /** A reader who has typed nothing yet is given a line for the chosen model, or in the page's language. */
  readonly #initial = computed(
    () => kInitialText[this.#chosenWriter.value ?? firstWriter(this.#language.name.value)],
  );

  readonly text = computed(() => this.#typed.value ?? this.#initial.value);
  /** What the reader has typed and no longer stands in the line; '': nothing. */
  readonly replaced = computed(() => {
    const own = this.#own.value;
    return findProblem(own) === null && own !== this.text.value ? own : '';
  });
  readonly problem = computed(() => findProblem(this.text.value));
  /** What the figures show: the last text that a model could read, without the blanks at its end. */
  readonly read = computed(() =>
    (this.#readable.value ?? this.#initial.value).replace(kBlankEnd, ''),
  );
  /** The model that reads it. */
  readonly writer = computed(() => this.#chosenWriter.value ?? this.writerByLine.value);
  /** Blanks stand behind it that a next word’s token would begin with: the models of characters read none. */
  readonly endsInBlank = computed(
    () => this.writer.value.startsWith('stories') && kBlankEnd.test(this.#readable.value ?? ''),
  );
  /** The model that the reader has chosen; null: none. */
  readonly chosenWriter = computed(() => this.#chosenWriter.value);
  /** The one that would read the line if none were chosen. */
  readonly writerByLine = computed(() => {
    const readable = this.#readable.value;
    return readable === null
      ? firstWriter(this.#language.name.value)
      : writerOf(this.#deciding.value ?? readable, this.#language.name.value);
  });
  readonly notes = computed(() => {
    const notes = this.#notes.value;
    // While another model may be about to read the line, it is not said that this one is not made for it.
    return this.#deciding.value === null ? notes : { ...notes, foreign: null };
  });
  /** The model whose reading the figures show: the one before, until the one that reads the line has come. */
  readonly shownWriter = computed(() => this.#readBy.value ?? this.writer.value);
  readonly #isOther = computed(() => this.shownWriter.value !== this.writer.value);
  /** Another one than that was to take its place, and does not come. */
  readonly isLost = computed(() => this.#failed.value === this.writer.value && this.#isOther.value);
  /** Another one than that comes. */
  readonly isOfAnother = computed(() => this.#isOther.value && !this.isLost.value);
  /** How many tokens of it the figures show. */
  readonly tokenCount = computed(() => this.#tokens.value.length);
  /** The token that the reader has pinned in the figures of the line. */
  readonly pinnedToken = computed(() => {
    const spot = this.#pinned.value;
    return this.#tokens.value[spot?.query ?? spot?.key ?? -1] ?? null;
  });
  /** What may come next follows the line's last token, and no pinned one before it. */
  readonly nextFollowsEnd = computed(() => {
    const pinned = this.pinnedToken.value;
    return pinned === null || pinned === this.#tokens.value.at(-1);
  });
  /** Null where a link names a token that the line does not have. */
  readonly pinned = computed(() => {
    const spot = this.#pinned.value;
    const { length } = this.#tokens.value;
    const isThere = length === 0 || Math.max(spot?.query ?? 0, spot?.key ?? 0) < length;
    return isThere ? spot : null;
  });
  readonly field: Field = this.#field();
  readonly writerField: Field = field('voice', this.#chosenWriter, oneOf(writers));
  readonly pinField: Field = this.#pinnedBy('pin');
  /** The last pin of a link to a token that its line does not have; null: there was none. */
  readonly lostPin = signal<string | null>(null);
  /** A link has asked for a token, of a line that may not be read yet. */
  #isPinAsked = false;

  constructor(language: PageLanguage) {
    this.#language = language;
  }

  /** By hand, letter for letter. */
  type(text: string): void {
    this.#own.value = text;
    this.setText(text);
  }

  setText(text: string): void {
    // What cannot be read leaves the figures with the text that they have, whatever the page's language becomes.
    const readable = findProblem(text) === null ? text : this.read.peek();
    batch(() => {
      this.#deciding.value = this.#decidingBefore(readable);
      this.#readable.value = readable;
      this.#typed.value = text;
    });
    clearTimeout(this.#rest);
    const deciding = this.#deciding.peek();
    if (deciding === null) return;
    const rest = staysWithPoems(deciding, readable) ? kVerseRestMs : kRestMs;
    this.#rest = setTimeout(() => (this.#deciding.value = null), rest);
  }

  /** @param writer null: the model for what is in the line */
  chooseWriter(writer: Writer | null): void {
    this.#chosenWriter.value = writer;
  }

  /** An example that is not the chosen model's is read by the model that it is an example of. */
  takeExample(text: string): void {
    const chosen = this.#chosenWriter.peek();
    batch(() => {
      if (chosen !== null && !kExamples[chosen].includes(text)) this.chooseWriter(null);
      this.setText(text);
    });
  }

  /**
   * Writes a token behind what the figures show, unless they show an older text still. Of a line that is full then the rest is left
   * out, as the field leaves out what is typed.
   */
  append(token: string): void {
    const read = this.read.peek();
    if ((this.#lastRead ?? read) !== read) return;
    // No half of a surrogate pair is left at the end.
    this.setText((read + token).slice(0, kMaxCharacters).replace(/[\ud800-\udbff]$/, ''));
  }

  hasRead(writer: Writer, { run: { tokens }, text, changes, unknown }: LineReading): void {
    this.#lastRead = text;
    const notes = notesOf(writer, { text, tokens, changes, unknown });
    batch(() => {
      this.#tokens.value = tokens;
      this.#readBy.value = writer;
      this.#failed.value = null;
      if (!sameNotes(notes, this.#notes.peek())) this.#notes.value = notes;
      this.#takeAskedPin();
    });
  }

  /** @param writer null: it is asked for again */
  hasFailed(writer: Writer | null): void {
    this.#failed.value = writer;
  }

  /** The model that read the line before one was chosen that does not come. */
  chooseFormer(): void {
    const former = this.shownWriter.peek();
    this.chooseWriter(former === this.writerByLine.peek() ? null : former);
  }

  /** The reader has pinned a token of the line, or has let it go. */
  hasPinned(spot: Spot | null): void {
    this.#pinned.value = spot;
  }

  /** The text that still decides which model reads the line while `text` is typed in its place; null: `text` itself. */
  #decidingBefore(text: string): string | null {
    const read = this.read.peek();
    const before = this.#deciding.peek() ?? read;
    const isTypedOn = text.startsWith(read) || read.startsWith(text);
    const stays = isTypedOn || staysWithPoems(before, text);
    return stays && isChinese(text) && isChinese(before) ? before : null;
  }

  /** When the line of the link has been read. */
  #takeAskedPin(): void {
    if (!this.#isPinAsked || this.#lastRead !== this.read.peek()) return;
    this.#isPinAsked = false;
    const asked = this.#pinned.peek();
    if (asked === this.pinned.peek()) return;
    this.lostPin.value = spotCodec.write(asked!);
    this.#pinned.value = null;
  }

  #pinnedBy(key: string): Field {
    const pin = field(key, this.#pinned, spotCodec);
    return {
      ...pin,
      read: (text) => {
        pin.read(text);
        this.#isPinAsked = true;
        // Its line may be the one that is there. It is read from the link in the same turn.
        queueMicrotask(() => this.#takeAskedPin());
      },
    };
  }

  #field(): Field {
    const typed = field('text', this.#typed, textCodec);
    return {
      ...typed,
      read: (text) => {
        typed.read(text);
        this.#deciding.value = null;
        const given = this.#typed.value;
        this.#readable.value = given !== null && findProblem(given) === null ? given : null;
      },
    };
  }
}

/** Whether the model of poems, which has read `before`, goes on reading what is typed in its place. */
function staysWithPoems(before: string, text: string): boolean {
  return writerOf(before) === 'tang' && mayBecomeVerse(text);
}
