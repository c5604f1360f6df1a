/** What the figures of a model of the reader's own read at first. */
import type { Model, ModelTokenizer, Token } from 'glassformer';
import { kInitialText } from '../../writers.ts';

interface Texts {
  /** Of its golden.json, where it has one. */
  readonly golden: string | undefined;
  /** The reader's line on the page. */
  readonly line: string;
}

export interface FirstText {
  /** Empty where there is none that it can read. */
  readonly text: string;
  /** Where the model can read none of the others: made of its own vocabulary. */
  readonly isOwn: boolean;
}

/** Of a longer vocabulary the first are looked at: those of single characters stand there. */
const kMaxLookedAt = 1000;
/** How many tokens of it a text is made of, where the model writes none. */
const kMaxTaken = 12;
/** How many the model writes, where it can read so many. */
const kMaxWritten = 24;

/**
 * The text of its golden.json, else the reader's line, or one in the other language where the model has no words of the line's own; else
 * the line as far as it reads it, or a text of its own.
 */
export async function firstText(model: Model, { golden, line }: Texts): Promise<FirstText> {
  const isEncoderDecoder = model.config.resolved.architecture === 'encoder-decoder';
  const tokenizer = isEncoderDecoder ? model.sourceTokenizer : model.tokenizer;
  const tokensOf = (text: string) => (text === '' ? [] : tokenizer.encode(text).catch(() => []));
  const given = textIn(golden, isEncoderDecoder);
  if ((await tokensOf(given)).length > 0) return { text: given, isOwn: false };
  for (const text of [line, kInitialText.stories, kInitialText.zh])
    if (isInWords(text, await tokensOf(text))) return { text, isOwn: false };
  if ((await tokensOf(line)).length > 0) return { text: line, isOwn: false };
  const text = await ownText(model, tokenizer).catch(() => '');
  const isRead = (await tokensOf(text)).length > 0;
  return { text: isRead ? text : '', isOwn: text !== '' };
}

/** Most of its tokens stand in it: they are no bytes of characters, and nothing in place of unknown ones. */
function isInWords(text: string, tokens: readonly Token[]): boolean {
  const lower = text.toLowerCase();
  const words = tokens.map((token) => token.text.trim().toLowerCase());
  return words.filter((word) => word !== '' && lower.includes(word)).length * 2 > tokens.length;
}

/** What the model writes behind a letter of its vocabulary; of one that does not write, some of that itself. */
async function ownText(model: Model, tokenizer: ModelTokenizer): Promise<string> {
  const { architecture, vocab_size, source_vocab_size, max_positions } = model.config.resolved;
  const isEncoderDecoder = architecture === 'encoder-decoder';
  const size = isEncoderDecoder ? source_vocab_size : vocab_size;
  const ids = Array.from({ length: Math.min(size, kMaxLookedAt) }, (_, id) => id);
  const texts = await tokenizer.texts(ids);
  const words = ids.filter((id) => /^\p{Alphabetic}+$/u.test(texts[id]!.trim()));
  if (architecture !== 'decoder') return tokenizer.decode(words.slice(0, kMaxTaken));
  const begin = await tokenizer.decode(words.slice(0, 1));
  const max_new_tokens = Math.max(Math.min(kMaxWritten, max_positions - 1), 1);
  // Sampled, because a small one repeats itself; the same each time.
  const { text } = await model
    .generate(begin, { max_new_tokens, do_sample: true, seed: 1 })
    .result();
  return begin + text;
}

/** What is wrong with the file is said where the model is compared with it. */
function textIn(golden: string | undefined, isEncoderDecoder: boolean): string {
  try {
    const { input } = JSON.parse(golden ?? '') as { input: Record<string, unknown> };
    const text = input[isEncoderDecoder ? 'source' : 'text'];
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
