/** What a trainer learns from: texts with the vocabulary learned from them, or ids as they are. */
import type {
  MainModule,
  Tokenizer,
  TokenizerFiles,
} from '../../../build/wasm/glassformer-training.js';
import { GlassformerError } from '../shared/error.ts';
import type { ResolvedConfig } from '../shared/model-types.ts';
import { normalise, type Normalizer } from '../shared/normalise.ts';
import type { Corpus } from '../shared/training-types.ts';
import { unwrap, wellFormed } from './unwrap.ts';

/** Documents in ids, as the core takes them. A decoder's have no sources: []. */
export interface Documents {
  readonly sequences: Int32Array[];
  readonly sources: Int32Array[];
}

type Listed = readonly string[] | readonly ArrayLike<number>[];

/** Where a text begins and ends. */
const specialTokens = ['<s>', '</s>'];
const [bos, eos] = [0, 1];

const noVocabulary: TokenizerFiles = {
  tokenizerJson: '',
  vocabJson: '',
  mergesTxt: '',
  vocabTxt: '',
};

const invalid = (message: string) => new GlassformerError('InvalidArgument', message);

/** Of one document or several, that one or all. */
const listed = (documents: Corpus['documents'] = []): Listed =>
  typeof documents === 'string' ? [documents] : documents;

const isTexts = (documents: Listed): documents is readonly string[] =>
  typeof documents[0] === 'string';

/**
 * The texts as the made model's tokenizers get them. One vocabulary serves both sides, and so does a `normalizer`.
 *
 * @param config the fields of config.json, whose normalizers are checked
 */
export function normalised(
  { documents, sources }: Corpus,
  { normalizer, source_normalizer }: Readonly<Record<string, unknown>>,
): Corpus {
  return {
    documents: normalisedBy(normalizer, listed(documents)),
    sources: sources && normalisedBy(source_normalizer ?? normalizer, listed(sources)),
  };
}

function normalisedBy(normalizer: unknown, documents: Listed): Listed {
  if (!normalizer || !isTexts(documents)) return documents;
  return documents.map((text) =>
    wellFormed(normalise(normalizer as Normalizer, text)?.text ?? text),
  );
}

/** The vocabulary of all characters in the texts; that of ids is empty. */
export function learnVocabulary(wasm: MainModule, { documents, sources }: Corpus): TokenizerFiles {
  const texts = [...listed(documents), ...listed(sources)].filter(
    (each) => typeof each === 'string',
  );
  const learns = typeof documents === 'string' || isTexts(listed(documents));
  return learns ? unwrap(wasm.learnCharacters(texts, specialTokens)) : noVocabulary;
}

/** What a config says of this vocabulary. */
export function vocabularyFields({ vocabJson }: TokenizerFiles): object {
  if (!vocabJson) return { tokenizer_files: [] };
  const vocab_size = Object.keys(JSON.parse(vocabJson as string) as object).length;
  return { vocab_size, bos_token_id: bos, eos_token_id: eos, tokenizer_files: ['vocab.json'] };
}

/** A text becomes <s> … </s>, its source ids without either; ids are checked. */
export function readDocuments(
  { documents, sources }: Corpus,
  tokenizer: Tokenizer | null,
  config: ResolvedConfig,
): Documents {
  const targets = listed(documents);
  const given = listed(sources);
  checkPairs(targets.length, given.length, config);
  return {
    sequences: toIds(targets, tokenizer, config.vocab_size, 'document').map((ids, i) =>
      typeof targets[i] === 'string' ? between(bos, ids, eos) : ids,
    ),
    sources: toIds(given, tokenizer, config.source_vocab_size, 'source'),
  };
}

function checkPairs(documents: number, sources: number, { architecture }: ResolvedConfig): void {
  if (architecture === 'encoder-decoder' && sources !== documents)
    throw invalid(
      `an encoder–decoder learns from pairs: ${documents} documents need as many sources, found ${sources}`,
    );
  if (architecture === 'decoder' && sources > 0)
    throw invalid('there are sources, but only an encoder–decoder reads any');
}

function toIds(
  documents: Listed,
  tokenizer: Tokenizer | null,
  vocabulary: number,
  name: string,
): Int32Array[] {
  return Array.from<string | ArrayLike<number>, Int32Array>(documents, (document, i) => {
    const where = `${name} ${i + 1}`;
    if (typeof document !== 'string') return checkedIds(document, vocabulary, where);
    if (tokenizer) return unwrap(tokenizer.encodeIds(document), where);
    throw invalid(`${where} is a text, but this trainer learns from ids and has no vocabulary`);
  });
}

function checkedIds(ids: ArrayLike<number>, vocabulary: number, where: string): Int32Array {
  const checked = Int32Array.from(ids);
  const outside = checked.find((id) => id >= vocabulary);
  if (outside === undefined) return checked;
  throw invalid(`${where} holds the token ${outside}, but the vocabulary has ${vocabulary} tokens`);
}

function between(first: number, ids: Int32Array, last: number): Int32Array {
  const whole = new Int32Array(ids.length + 2).fill(last);
  whole[0] = first;
  whole.set(ids, 1);
  return whole;
}
