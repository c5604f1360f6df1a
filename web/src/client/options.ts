/** Checks of the options of a run and of a generation. */
import { GlassformerError } from '../shared/error.ts';
import type { GenerationOptions, ProbabilityTable } from '../shared/generation-types.ts';
import { generationRules as generationOptionRules } from '../shared/options.ts';
import type {
  Ablation,
  BatchForwardOptions,
  ClassifyOptions,
  ForwardOptions,
  HookEdit,
} from '../shared/run-types.ts';
import {
  abortSignal,
  check,
  checkFields,
  count,
  finiteFloats,
  float,
  isAbsent,
  liveObject,
  listOf,
  modelInput,
  number,
  object,
  oneOf,
  text,
  tokenId,
  type Rules,
} from './check.ts';
import { rulesOf } from './option-rules.ts';
import { fieldsOf } from './plain.ts';
import { shown } from './shown.ts';

const hookRules = { capture: listOf(text), ablate: listOf(object), edits: listOf(object) };
const forwardRules: Rules<ForwardOptions> = { source: modelInput, ...hookRules };
const batchRules: Rules<BatchForwardOptions> = { source: listOf(modelInput), ...hookRules };

const decodingRules = rulesOf(generationOptionRules);
const generationRules: Rules<GenerationOptions> = {
  ...decodingRules,
  source: modelInput,
  ...hookRules,
};
/** The rules of a search over a table, which has no start token. */
const { decoder_start_token_id: _start, ...tableOptionRules } = decodingRules;
type DecodingOptions = Pick<GenerationOptions, keyof typeof tableOptionRules>;

/** Hugging Face's fields that say nothing about the text to generate. */
const bookkeeping = new Set([
  'transformers_version',
  '_from_model_config',
  'pad_token_id',
  'bos_token_id',
  'use_cache',
  'cache_implementation',
  'return_dict_in_generate',
  'output_attentions',
  'output_hidden_states',
  'output_logits',
  'output_scores',
]);

/** Hugging Face's fields for what this engine does not do, with the value that asks for nothing. */
export const unsupported: Readonly<Record<string, unknown>> = {
  min_length: 0,
  min_new_tokens: 0,
  num_beam_groups: 1,
  diversity_penalty: 0,
  typical_p: 1,
  epsilon_cutoff: 0,
  eta_cutoff: 0,
  encoder_repetition_penalty: 1,
  encoder_no_repeat_ngram_size: 0,
  renormalize_logits: false,
  remove_invalid_values: false,
  low_memory: false,
  token_healing: false,
  max_time: null,
  penalty_alpha: null,
  guidance_scale: null,
  bad_words_ids: null,
  force_words_ids: null,
  forced_bos_token_id: null,
  forced_eos_token_id: null,
  suppress_tokens: null,
  begin_suppress_tokens: null,
  exponential_decay_length_penalty: null,
  sequence_bias: null,
  constraints: null,
  watermarking_config: null,
};

const ablationRules: Rules<Ablation> = {
  layer: count,
  head: count,
  factor: float,
  stack: oneOf('encoder', 'decoder', 'cross'),
};
const editRules: Rules<HookEdit> = {
  hook: text,
  head: count,
  scale: float,
  add: finiteFloats,
  set: finiteFloats,
};

function checkHooks<T extends Pick<ForwardOptions, 'ablate' | 'edits'>>(
  where: string,
  options: T,
): T {
  const ablate = options.ablate?.map((each, i) =>
    checkFields(`${where}: ablate[${i}]`, each, ablationRules, ['layer', 'head']),
  );
  const edits = options.edits?.map((each, i) => checkEdit(`${where}: edits[${i}]`, each));
  return { ...options, ...(ablate && { ablate }), ...(edits && { edits }) };
}

function checkEdit(where: string, given: HookEdit): HookEdit {
  const edit = checkFields(where, given, editRules, ['hook']);
  const actions = [edit.scale, edit.add, edit.set].filter((action) => !isAbsent(action));
  if (actions.length === 1) return edit;
  throw new GlassformerError(
    'InvalidArgument',
    `${where} needs exactly one of scale, add and set, found ${actions.length}`,
  );
}

/** Checks the options and gives what is taken of them, as do all of these. */
export function checkForward(options: ForwardOptions): ForwardOptions {
  return checkHooks('forward', checkFields('forward', options, forwardRules));
}

export function checkClassify(options: ClassifyOptions): ClassifyOptions {
  const { ablate, edits } = hookRules;
  return checkHooks('classify', checkFields('classify', options, { ablate, edits }));
}

export function checkBatch(options: BatchForwardOptions): BatchForwardOptions {
  return checkHooks('forward', checkFields('forward', options, batchRules));
}

/** `GenerationOptions` and a signal that stops between two steps. */
export type GenerateOptions = GenerationOptions & { readonly signal?: AbortSignal };

/** Those of a search over a table. */
export type TableOptions = DecodingOptions & Pick<GenerateOptions, 'signal'>;

export const checkTableOptions = (options: TableOptions): TableOptions =>
  checkGenerate(options, tableOptionRules);

/** Checks what may be a pasted GenerationConfig with a signal, and gives what of it is needed. */
export function checkGenerate(
  options: GenerateOptions,
  rules: Rules<DecodingOptions> = generationRules,
): GenerateOptions {
  check('generate: options', options, liveObject);
  const { signal, ...rest } = fieldsOf('generate', options);
  const wanted = checkGeneration(rest, rules);
  return isAbsent(signal)
    ? wanted
    : { ...wanted, signal: check('generate: signal', signal as AbortSignal, abortSignal) };
}

function checkGeneration(
  options: Record<string, unknown>,
  rules: Rules<DecodingOptions>,
): GenerationOptions {
  const own = Object.entries(options).filter(([name, value]) => {
    if (Object.hasOwn(generationRules, name)) return !isAbsent(value);
    if (bookkeeping.has(name)) return false;
    if (!Object.hasOwn(unsupported, name)) return true; // unknown: refused below
    if (isAbsent(value) || value === unsupported[name]) return false;
    throw new GlassformerError(
      'InvalidArgument',
      `generate: ${name} is not supported, found ${shown(value)}`,
    );
  });
  const wanted: GenerationOptions = Object.fromEntries(own);
  const known = rules as Rules<GenerationOptions>;
  return checkHooks('generate', checkFields('generate', wanted, known));
}

const tableRules: Rules<ProbabilityTable> = { vocab: listOf(text), rows: listOf(object) };
const rowRules: Rules<ProbabilityTable['rows'][number]> = {
  prefix: listOf(tokenId),
  probabilities: listOf(number),
};

export function checkTable(table: ProbabilityTable): ProbabilityTable {
  const { vocab, rows } = checkFields('table', table, tableRules, ['vocab', 'rows']);
  return {
    vocab,
    rows: rows.map((row, i) =>
      checkFields(`table: rows[${i}]`, row, rowRules, ['prefix', 'probabilities']),
    ),
  };
}
