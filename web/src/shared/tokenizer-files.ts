/** The files of tokenizers: what they are called in a model's folder, and which of them a tokenizer is made of. */
import { GlassformerError } from './error.ts';
import { parseJson } from './files.ts';
import type { TokenizerFiles } from './model-types.ts';
import { printable } from './printable.ts';
import type { Side } from './run-types.ts';

export const tokenizerNames = {
  tokenizerJson: 'tokenizer.json',
  vocabJson: 'vocab.json',
  mergesTxt: 'merges.txt',
  vocabTxt: 'vocab.txt',
} as const satisfies Record<keyof TokenizerFiles, string>;
export type TokenizerFile = keyof typeof tokenizerNames;
export const sourcePrefix = 'source_';
/** Every file of a tokenizer that a folder may have. */
export const kTokenizerFiles: readonly string[] = ['', sourcePrefix].flatMap((prefix) =>
  Object.values(tokenizerNames).map((name) => prefix + name),
);

/** What says all, and what belongs together. */
const kOfMerges = [
  tokenizerNames.tokenizerJson,
  tokenizerNames.vocabJson,
  tokenizerNames.mergesTxt,
] as const;

/** The files of tokenizers that a config names. Undefined where it names none: then those that are there are taken. */
export function listedFiles(
  config: Readonly<Record<string, unknown>>,
  folder: string,
): readonly string[] | undefined {
  const listed = config['tokenizer_files'];
  if (listed === undefined || listed === null) return undefined;
  const isName = (each: unknown) => kTokenizerFiles.includes(each as string);
  const refused = (why: string) =>
    new GlassformerError('InvalidFile', `${folder}: config.json's tokenizer_files ${why}`, {
      details: { kind: 'invalidFile', file: `${folder}: config.json` },
    });
  if (!Array.isArray(listed) || !listed.every(isName))
    throw refused(
      `is ${printable(JSON.stringify(listed))}, expected a list of some of ${kTokenizerFiles.join(', ')}`,
    );
  for (const prefix of ['', sourcePrefix]) {
    const [all, vocab, merges] = kOfMerges.map((name) => prefix + name);
    if (listed.includes(merges) && !listed.includes(vocab) && !listed.includes(all))
      throw refused(`lists ${merges} without ${vocab}, expected both`);
  }
  return listed as string[];
}

/** The same of a config.json's text, before the engine reads it. Undefined also where the engine will refuse the text. */
export function listedInText(config: string): readonly string[] | undefined {
  try {
    return listedFiles(parseJson(config) as Record<string, unknown>, '');
  } catch {
    return undefined;
  }
}

/**
 * Takes the files of one side's tokenizer, and asks for no others: a tokenizer.json says all, else vocab.json with
 * merges.txt, else vocab.txt; of these only what is listed, where the config lists any.
 *
 * @param take gives whether there was such a file
 */
export async function takeTokenizer(
  side: Side,
  listed: readonly string[] | undefined,
  take: (kind: TokenizerFile, name: string) => Promise<boolean>,
): Promise<void> {
  const prefix = side === 'source' ? sourcePrefix : '';
  const has = async (kind: TokenizerFile) => {
    const name = prefix + tokenizerNames[kind];
    return (listed?.includes(name) ?? true) && take(kind, name);
  };
  if (await has('tokenizerJson')) return;
  if (await has('vocabJson')) await has('mergesTxt');
  else await has('vocabTxt');
}
