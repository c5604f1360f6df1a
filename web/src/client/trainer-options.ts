/** Checks of a trainer's arguments. */
import { GlassformerError } from '../shared/error.ts';
import { trainingRules as trainingOptionRules } from '../shared/options.ts';
import type { Corpus, TrainingOptions } from '../shared/training-types.ts';
import {
  abortSignal,
  check,
  checkFields,
  either,
  isAbsent,
  listOf,
  modelInput,
  object,
  positive,
  text,
  tokenId,
  type Rules,
} from './check.ts';
import { EngineClient } from './client.ts';
import { rulesOf } from './option-rules.ts';
import { checkForward } from './options.ts';
import type { CreateTrainerOptions, TrainOptions } from './trainer.ts';

const texts = either(text, listOf(text));
const sequences = listOf(listOf(tokenId));

const trainingRules: Rules<TrainingOptions> = rulesOf(trainingOptionRules);

const createRules: Rules<CreateTrainerOptions> = {
  config: object,
  texts,
  sequences,
  sources: either(texts, sequences),
  ...trainingRules,
  signal: abortSignal,
  engine: {
    expected: 'an engine of createEngine',
    holds: (value) => value instanceof EngineClient,
  },
};

const trainRules: Rules<TrainOptions> = {
  steps: positive,
  every: positive,
  input: modelInput,
  source: modelInput,
  capture: listOf(text),
  ablate: listOf(object),
  edits: listOf(object),
  signal: abortSignal,
};

/** Checks the options and gives what is to be learned from. */
export function checkCreate(options: CreateTrainerOptions): Corpus {
  checkFields('createTrainer', options, createRules, ['config']);
  const { texts: given, sequences: ids, sources } = options;
  const found = [given, ids].filter((documents) => !isAbsent(documents));
  if (found.length !== 1)
    throw invalid(
      `createTrainer needs exactly one of texts and sequences, found ${found.length === 0 ? 'neither' : 'both'}`,
    );
  const corpus: Corpus = { documents: found[0]!, sources: sources ?? undefined };
  if (typeof corpus.documents !== 'string' && corpus.documents.length === 0)
    throw invalid('createTrainer: there is nothing to learn from, not one document');
  checkTexts('createTrainer', corpus);
  if (!isAbsent(sources) && holdsTexts(sources!) !== holdsTexts(corpus.documents))
    throw invalid('createTrainer: sources must be texts with texts, and ids with sequences');
  return corpus;
}

export function checkTrain(options: TrainOptions): void {
  checkFields('train', options, trainRules);
  const { steps: _steps, every: _every, input, signal: _signal, ...hooks } = options;
  checkForward(hooks);
  if (isAbsent(input) && Object.values(hooks).some((value) => !isAbsent(value)))
    throw invalid('train: capture, ablate, edits and source say how to look at an input: give one');
}

export function checkLoss(corpus: Corpus): void {
  check('loss: documents', corpus.documents, either(texts, sequences));
  if (!isAbsent(corpus.sources)) check('loss: sources', corpus.sources, either(texts, sequences));
  checkTexts('loss', corpus);
}

export function checkSeed(seed: number | undefined): void {
  if (!isAbsent(seed)) check('reset: seed', seed, trainingRules.seed);
}

const invalid = (message: string) => new GlassformerError('InvalidArgument', message);

function holdsTexts(documents: Corpus['documents']): boolean {
  return typeof documents === 'string' || typeof documents[0] === 'string';
}

/** Lone surrogates are refused: UTF-8 has none. */
function checkTexts(where: string, { documents, sources }: Corpus): void {
  for (const [name, given] of Object.entries({ text: documents, source: sources ?? [] })) {
    const all: ArrayLike<unknown> = typeof given === 'string' ? [given] : given;
    Array.from(all).forEach((document, i) => {
      const at = typeof document === 'string' ? document.search(/\p{Surrogate}/u) : -1;
      if (at < 0) return;
      throw new GlassformerError(
        'InvalidText',
        `${where}: ${name} ${i + 1} holds a lone surrogate, half a character, at ${at}`,
      );
    });
  }
}
