import { boundlessFiles, classifierFiles } from '../helpers.ts';
import { type Call, ids, letters, model, withModel, zeros } from './limited.ts';

/** The model without a longest context, with tokens of so many bytes. */
function longTokenFiles(bytes: number) {
  const names = Array.from({ length: 256 }, (_, id) => [String(id).padEnd(bytes, 'a'), id]);
  return { ...boundlessFiles(), vocabJson: JSON.stringify(Object.fromEntries(names)) };
}

/** The same, which writes some characters as several. */
function normalizingFiles() {
  const files = boundlessFiles();
  return { ...files, config: { ...(files.config as object), normalizer: { type: 'NFKC' } } };
}

/** What a model is asked, but for generations. */
export const modelsCalls: Readonly<Record<string, Call>> = {
  'encode, one letter': [24, (n) => model.tokenizer.encode(letters(n))],
  'encode, Chinese': [23, (n) => model.tokenizer.encode('天'.repeat(n))],
  'encode, what a normalizer makes longer': [
    19,
    (n) => withModel(normalizingFiles(), (own) => own.tokenizer.encode('\ufdfa'.repeat(n))),
  ],
  changes: [24, async (n) => model.tokenizer.changes(letters(n))],
  decode: [20, (n) => model.tokenizer.decode(ids(n))],
  'decode, long tokens': [
    16,
    (n) => withModel(longTokenFiles(1024), (own) => own.tokenizer.decode(ids(n))),
    4,
  ],
  texts: [20, (n) => model.tokenizer.texts(ids(n))],
  'texts, long tokens': [
    20,
    (n) => withModel(longTokenFiles(1024), (own) => own.tokenizer.texts(ids(n))),
    4,
  ],
  'forward of a text': [22, (n) => model.forward(letters(n))],
  'forward of ids': [22, (n) => model.forward(ids(n))],
  'forward of a batch': [15, (n) => model.forward(Array.from({ length: n }, () => [1, 2]))],
  'forward, all recorded': [16, (n) => model.forward(ids(n), { capture: ['*'] })],
  'forward, edits': [
    24,
    (n) => model.forward([1], { edits: [{ hook: 'embed', add: new Float32Array(n) }] }),
    4,
  ],
  // Its positions have no end.
  classify: [22, (n) => withModel(classifierFiles('post_first'), (own) => own.classify(ids(n)))],
  logitLens: [22, (n) => model.logitLens(zeros(n, 16))],
  setWeight: [25, (n) => model.setWeight('wte.weight', new Float32Array(n)), 12],
  nearestTokens: [31, (n) => model.nearestTokens(0, { count: n }), 0],
};
