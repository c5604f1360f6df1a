/** A trainer's arguments, and their checks. */
import { GlassformerError } from '../shared/error.ts';
import { trainingRules as trainingOptionRules } from '../shared/options.ts';
import type { TrainerOptions } from '../shared/engine.ts';
import type { ForwardOptions, ModelInput } from '../shared/run-types.ts';
import type { Corpus, TrainingOptions } from '../shared/training-types.ts';
import {
  abortSignal,
  check,
  checkFields,
  either,
  isAbsent,
  listOf,
  liveObject,
  modelInput,
  object,
  positive,
  text,
  tokenId,
  type Rules,
} from './check.ts';
import { type EngineClient, engineRule } from './client.ts';
import { toConfigText } from './config-text.ts';
import { rulesOf } from './option-rules.ts';
import { checkForward } from './options.ts';

/** What is learned from, by which model, and how. */
export interface CreateTrainerOptions extends TrainingOptions {
  /**
   * The fields of a config.json, by Hugging Face's names. With `texts` the vocabulary's (`vocab_size`, `bos_token_id`,
   * `eos_token_id`) are filled in.
   */
  readonly config: object;
  /** Documents, from whose characters the vocabulary is learned; each is read as <s> … </s>. */
  readonly texts?: string | readonly string[];
  /** Documents in ids, in the place of texts; the config says how many ids there are. */
  readonly sequences?: readonly ArrayLike<number>[];
  /** Encoder–decoder: the source of each document, a text or ids as they are. */
  readonly sources?: string | readonly string[] | readonly ArrayLike<number>[];
  readonly signal?: AbortSignal;
  /** An engine of one's own (createEngine) instead of the shared one. */
  readonly engine?: EngineClient;
}

/** Of `forward`, those that look at `input` with the weights after a reported step. */
export interface TrainOptions extends ForwardOptions {
  /** How many steps; where absent it goes on until the loop is left or the signal aborts. */
  readonly steps?: number;
  /** Each n-th step is reported, and the last one (1). */
  readonly every?: number;
  readonly input?: ModelInput;
  /** Stops after the present steps, rejecting with the signal's reason; the trainer can be used on. */
  readonly signal?: AbortSignal;
}

const texts = either(text, listOf(text));
const sequences = listOf(listOf(tokenId));

const trainingRules: Rules<TrainingOptions> = rulesOf(trainingOptionRules);

const createRules: Rules<CreateTrainerOptions> = {
  config: liveObject,
  texts,
  sequences,
  sources: either(texts, sequences),
  ...trainingRules,
  signal: abortSignal,
  engine: engineRule,
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

/** What a trainer is made of, and with which engine. */
interface Create extends Pick<CreateTrainerOptions, 'signal' | 'engine'> {
  readonly request: TrainerOptions;
}

/** Checks the options and gives what is taken of them, as do all of these. */
export function checkCreate(options: CreateTrainerOptions): Create {
  const {
    config: given,
    texts,
    sequences,
    sources,
    signal,
    engine,
    ...training
  } = checkFields('createTrainer', options, createRules, ['config']);
  const config = toConfigText('createTrainer: config', given);
  const corpus = corpusOf(texts, sequences, sources);
  return { request: { config, ...training, ...corpus }, signal, engine };
}

function corpusOf(
  given: CreateTrainerOptions['texts'],
  ids: CreateTrainerOptions['sequences'],
  sources: CreateTrainerOptions['sources'],
): Corpus {
  const found = [given, ids].filter((documents) => documents !== undefined);
  if (found.length !== 1)
    throw invalid(
      `createTrainer needs exactly one of texts and sequences, found ${found.length === 0 ? 'neither' : 'both'}`,
    );
  const corpus: Corpus = { documents: found[0]!, sources };
  if (typeof corpus.documents !== 'string' && corpus.documents.length === 0)
    throw invalid('createTrainer: there is nothing to learn from, not one document');
  checkTexts('createTrainer', corpus);
  if (sources && holdsTexts(sources) !== holdsTexts(corpus.documents))
    throw invalid('createTrainer: sources must be texts with texts, and ids with sequences');
  return corpus;
}

export function checkTrain(options: TrainOptions): TrainOptions {
  const { steps, every, input, signal, ...given } = checkFields('train', options, trainRules);
  const hooks = checkForward(given);
  if (input === undefined && Object.keys(hooks).length > 0)
    throw invalid('train: capture, ablate, edits and source say how to look at an input: give one');
  return { steps, every, input, signal, ...hooks };
}

export function checkLoss({ documents, sources }: Corpus): Corpus {
  const rule = either(texts, sequences);
  const corpus: Corpus = {
    documents: check('loss: documents', documents, rule),
    sources: isAbsent(sources) ? undefined : check('loss: sources', sources, rule),
  };
  checkTexts('loss', corpus);
  return corpus;
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
