/** The heads that the reader picked, switched off or scaled in the models that write on: each model keeps its own. */
import { computed, signal } from '@preact/signals-core';
import type { Ablation } from 'glassformer';
import type { HeadPlace } from 'glassformer/elements';
import type { Field } from './address.ts';
import { ablationsCodec, headCodec } from './head-codec.ts';
import type { Line } from './line.ts';
import { writerHas } from './model-heads.ts';
import { kFirstHead, type Writer, writers } from './writers.ts';

interface OwnHeads {
  /** null: none was picked. */
  readonly head: HeadPlace | null;
  readonly ablations: readonly Ablation[];
}

const kNone: OwnHeads = { head: null, ablations: [] };

export class Heads {
  readonly #line: Line;
  readonly #own = signal<Readonly<Record<Writer, OwnHeads>>>({
    stories: kNone,
    'stories-large': kNone,
    zh: kNone,
    tang: kNone,
  });
  readonly #read = computed(() => this.#own.value[this.#line.writer.value]);
  /** The head that was picked in the model that reads the line; null: none. */
  readonly picked = computed(() => this.#read.value.head);
  /** The head that the figures show, of the model whose run they have. */
  readonly head = computed(() => this.of(this.#line.shownWriter.value));
  readonly ablations = computed(() => this.#read.value.ablations);
  /** The reader has set something of the model that reads the line. */
  readonly isSet = computed(() => this.picked.value !== null || this.ablations.value.length > 0);
  readonly fields: readonly Field[];

  constructor(line: Line) {
    this.#line = line;
    // The model that reads the line has the short names, as in links that were made when they held no other.
    const shown = (): Writer => line.writer.value;
    this.fields = [
      this.#headField('head', shown),
      this.#ablationsField('off', shown),
      ...writers.flatMap((writer) => {
        const hidden = (): Writer | null => (shown() === writer ? null : writer);
        return [
          this.#headField(`${writer}-head`, hidden),
          this.#ablationsField(`${writer}-off`, hidden),
        ];
      }),
    ];
  }

  of(writer: Writer): HeadPlace {
    return this.#own.value[writer].head ?? kFirstHead[writer];
  }

  pick(head: HeadPlace): void {
    this.#set(this.#line.shownWriter.peek(), { head });
  }

  /** While another model comes, the reader may choose from heads that it lacks. */
  setAblations(all: readonly Ablation[]): void {
    this.#setAblations(this.#line.writer.peek(), all);
  }

  #setAblations(writer: Writer, all: readonly Ablation[]): void {
    this.#set(writer, { ablations: all.filter((each) => writerHas(writer, each)) });
  }

  #set(writer: Writer, part: Partial<OwnHeads>): void {
    const all = this.#own.peek();
    this.#own.value = { ...all, [writer]: { ...all[writer], ...part } };
  }

  #headField(key: string, writerNow: () => Writer | null): Field {
    return {
      key,
      read: (text) => {
        const writer = writerNow();
        if (writer === null) return;
        const head = headCodec.read(text ?? '');
        this.#set(writer, { head: head && writerHas(writer, head) ? head : null });
      },
      write: () => {
        const writer = writerNow();
        const head = writer && this.#own.value[writer].head;
        return head && headCodec.write(head);
      },
    };
  }

  #ablationsField(key: string, writerNow: () => Writer | null): Field {
    return {
      key,
      read: (text) => {
        const writer = writerNow();
        if (writer === null) return;
        this.#setAblations(writer, ablationsCodec.read(text ?? '') ?? []);
      },
      write: () => {
        const writer = writerNow();
        return writer && ablationsCodec.write(this.#own.value[writer].ablations);
      },
    };
  }
}
