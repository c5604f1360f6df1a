/** What the address holds, so that a link shares the figures as the reader has set them. */
import { batch, type Signal } from '@preact/signals-core';

/** One field of the address. It belongs to one slice of the page's state, which alone reads and writes it. */
export interface Field {
  /** Unique in the page. */
  readonly key: string;
  /** Takes what the address says; null: it lacks the field, so the reader has chosen nothing. */
  read(text: string | null): void;
  /** null where the reader has chosen nothing. */
  write(): string | null;
}

/** A value as text. */
export interface Codec<Value> {
  /** null for a text that is no such value. */
  read(text: string): Value | null;
  /** null for a value that a link need not name. */
  write(value: Value): string | null;
}

/** The field of a choice that is null until the reader makes it. */
export function field<Value>(
  key: string,
  choice: Signal<Value | null>,
  { read, write }: Codec<Value>,
): Field {
  return {
    key,
    read: (text) => void (choice.value = text === null ? null : read(text)),
    write: () => (choice.value === null ? null : write(choice.value)),
  };
}

/** As many as the line takes that is typed (the default of `<glass-input>`). */
export const kMaxCharacters = 20_000;

/**
 * More marks on one letter than any script has, for which a browser's layout takes seconds; as many are kept as the Unicode
 * Standard's stream-safe text format has (UAX #15, 13).
 */
const kTooManyMarks = /(\p{M}{30})\p{M}+/gu;

export const textCodec: Codec<string> = {
  // Line breaks are those of a text field.
  read: (text) =>
    text.slice(0, kMaxCharacters).replace(/\r\n?/g, '\n').replace(kTooManyMarks, '$1'),
  write: (text) => text,
};

export function oneOf<Value extends string>(values: readonly Value[]): Codec<Value> {
  return {
    read: (text) => values.find((each) => each === text) ?? null,
    write: (value) => value,
  };
}

/** Reads the fields in their order: one may depend on what those before it have read. */
export function readAddress(fields: readonly Field[], hash: string): void {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  batch(() => {
    for (const { key, read } of fields) read(given.get(key));
  });
}

/** The hash, with its sign; empty where the reader has chosen nothing. */
export function writeAddress(fields: readonly Field[]): string {
  const given = new URLSearchParams();
  for (const { key, write } of fields) {
    const text = write();
    if (text !== null) given.set(key, text);
  }
  const written = given.toString();
  return written === '' ? '' : `#${written}`;
}
