/** The translator, which stands in several chapters: what it reads, its heads, its beam, and the tokens that are pinned. */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Ablation, Token } from 'glassformer';
import type { GlassEvents, Picks, PinnedTokens } from 'glassformer/elements';
import { type Field, field, textCodec } from './address.ts';
import { beamsCodec, kTranslatorBeams } from './generation.ts';
import { picksCodec, stackAblationsCodec } from './head-codec.ts';
import { pairCodec } from './pin-codec.ts';
import type { Reading } from './reading.ts';
import type { Line } from './line.ts';
import {
  changeNotes,
  hasLatin,
  kNoNotes,
  type LineNotes,
  readInBytes,
  sameNotes,
} from './line-notes.ts';
import { translatorAblationsOf, translatorsOf } from './model-heads.ts';
import {
  findSourceProblem,
  ownSentence,
  pinnedIn,
  samePinned,
  sourceExamples,
  sourceOf,
  translatorOf,
  type TranslatorName,
} from './source.ts';

const kNone: readonly Ablation[] = [];

export class Translator {
  readonly #line: Line;
  /** null: the reader's own line is translated, where it is their own and a model reads such. */
  readonly #typed = signal<string | null>(null);
  /** The last of what was typed that can be translated. */
  readonly #readable = signal<string | null>(null);
  readonly #picks = signal<Picks>({});
  /** Of each model; who goes back to the other one's language finds its heads as they were. */
  readonly #ablations = signal<Readonly<Partial<Record<TranslatorName, readonly Ablation[]>>>>({});
  readonly #beams = signal<number | null>(null);
  readonly #pinned = signal<PinnedTokens | null>(null);
  readonly #notes = signal<LineNotes>(kNoNotes);
  /** What the figures show; null: nothing yet. A line that the model refuses, because it is too long, leaves them as they are. */
  readonly #shown = signal<string | null>(null);

  /** What stands in its line. */
  readonly source = computed(() =>
    sourceOf({ source: this.#typed.value, read: this.#line.read.value }),
  );
  readonly problem = computed(() =>
    this.#typed.value === null ? null : findSourceProblem(this.#typed.value),
  );
  /** What is translated. */
  readonly translated = computed(() =>
    sourceOf({ source: this.#readable.value, read: this.#line.read.value }),
  );
  /** The model that reads what is translated. */
  readonly model = computed(() => translatorOf(this.translated.value));
  readonly examples = computed(() =>
    sourceExamples({ source: this.#typed.value, read: this.#line.read.value }),
  );
  /** How it reads its line. */
  readonly notes = computed(() => this.#notes.value);
  /** The picked head of each kind of attention. */
  readonly picks = computed(() => this.#picks.value);
  readonly ablations = computed(() => this.#ablations.value[this.model.value] ?? kNone);
  /** What its figures read. */
  readonly reading: ReadonlySignal<Reading> = computed(() => ({
    text: this.#shown.value ?? this.translated.value,
    heads: this,
  }));
  /** Width of its beam. */
  readonly beams = computed(() => this.#beams.value ?? kTranslatorBeams);
  readonly pinned = computed(() => this.#pinned.value);
  readonly fields: readonly Field[] = [
    // Which model has the heads follows from its line.
    this.#sourceField(),
    this.#picksField(),
    {
      key: 'translator-off',
      read: (text) =>
        this.setAblations(translatorAblationsOf(stackAblationsCodec.read(text ?? '') ?? [])),
      write: () => stackAblationsCodec.write(this.ablations.value),
    },
    field('beams', this.#beams, beamsCodec),
    this.#pinField(),
  ];

  constructor(line: Line) {
    this.#line = line;
    line.pinnedToken.subscribe((token) => this.#followLine(token));
  }

  setSource(source: string): void {
    batch(() => {
      // Who takes their own line again wants it as it goes on.
      const isOwn = source === ownSentence(this.#line.read.peek());
      this.#typed.value = isOwn ? null : source;
      if (isOwn) this.#readable.value = null;
      else if (findSourceProblem(source) === null) this.#readable.value = source;
    });
  }

  hasTranslated({ text, tokens, changes, unknown }: GlassEvents['glass-translated']): void {
    // The list of the model of Chinese has characters, and no bytes in their place.
    const ofModel =
      translatorOf(text) === 'en-zh'
        ? { inBytes: readInBytes({ tokens }) }
        : { letters: hasLatin({ text, tokens }) ? ('translated' as const) : null };
    const notes = { ...kNoNotes, ...changeNotes(changes), unknown, ...ofModel };
    batch(() => {
      this.#shown.value = text;
      if (!sameNotes(notes, this.#notes.peek())) this.#notes.value = notes;
    });
  }

  setPicks(picks: Picks): void {
    this.#picks.value = picks;
  }

  setAblations(ablations: readonly Ablation[]): void {
    this.#ablations.value = { ...this.#ablations.peek(), [this.model.peek()]: ablations };
  }

  setBeams(beams: number): void {
    this.#beams.value = beams;
  }

  setPinned(pinned: PinnedTokens | null): void {
    // Every run asks again for the same.
    if (!samePinned(pinned, this.#pinned.peek())) this.#pinned.value = pinned;
  }

  /** A token that is pinned in the reader's line is pinned in its translation too. */
  #followLine(token: Token | null): void {
    const read = this.#line.read.peek();
    if (this.translated.peek().trim() !== read.trim()) return;
    this.setPinned(token && pinnedIn(read, token));
  }

  #picksField(): Field {
    return {
      key: 'translator',
      read: (text) => (this.#picks.value = translatorsOf(picksCodec.read(text ?? ''))),
      write: () => picksCodec.write(this.#picks.value) || null,
    };
  }

  /** What follows from the token that is pinned in the reader's line, no link needs to name. */
  #pinField(): Field {
    return {
      key: 'translator-pin',
      read: (written) => {
        const pair = pairCodec.read(written ?? '');
        const text = this.translated.value.trim();
        this.#pinned.value = pair && { ...pair, text, translation: null };
      },
      write: () => {
        const pinned = this.#pinned.value;
        const isHere = pinned?.text === this.translated.value.trim();
        return pinned && isHere && pinned.offset === undefined ? pairCodec.write(pinned) : null;
      },
    };
  }

  #sourceField(): Field {
    const typed = field('source', this.#typed, textCodec);
    return {
      ...typed,
      read: (text) => {
        typed.read(text);
        const given = this.#typed.value;
        this.#readable.value = given !== null && findSourceProblem(given) === null ? given : null;
      },
    };
  }
}
