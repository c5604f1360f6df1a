/** A generation under way, with the texts that belong to its ids. */
import type {
  Beam as WasmBeam,
  Generation as WasmGeneration,
  GenerationConfig,
  HookList,
  MainModule,
  NextTokenModel,
  Sequence,
  Tokenizer,
} from '../../../build/wasm/glassformer.js';
import type { Beam, GeneratedSequence, GenerationResult } from '../shared/generation-types.ts';
import type { PackedStep } from '../shared/steps.ts';
import { type Activations, checkHooks, takeActivations, type HookOptions } from './hooks.ts';
import { checkCandidates, checkHypotheses } from './memory.ts';
import type { TextStream, TokenTexts } from './texts.ts';
import { given, unwrap } from './unwrap.ts';

/** What a generation takes its tokens from. It owns the hooks and the model of next tokens. */
export interface Origin {
  readonly wasm: MainModule;
  readonly model: NextTokenModel;
  readonly hooks: HookList;
  readonly hookOptions: HookOptions;
  readonly texts: TokenTexts;
  readonly tokenizer: Tokenizer | null;
  readonly prompt: Int32Array;
  /** How many tokens it chooses from. */
  readonly vocabulary: number;
}

export class RunningGeneration {
  readonly #origin: Origin;
  readonly #generation: WasmGeneration;
  #stream: TextStream;
  readonly #config: GenerationConfig;
  #steps = 0;
  /** So many steps' ids of all hypotheses fit into memory. */
  #askedSteps = 0;
  /** Steps were taken whose tokens the stream has not seen. */
  #streamIsBehind = false;
  #first = true;

  constructor(origin: Origin, config: GenerationConfig) {
    const { wasm, model, prompt, tokenizer, texts } = origin;
    this.#origin = origin;
    this.#config = config;
    this.#generation = unwrap(wasm.startGeneration(model, config, prompt, tokenizer));
    this.#stream = texts.stream();
  }

  step(): PackedStep {
    if (this.#streamIsBehind) this.#catchUp();
    const { wasm, vocabulary } = this.#origin;
    checkCandidates(wasm, Math.min(this.#config.num_candidates, vocabulary));
    this.#count();
    const step = unwrap(this.#generation.step());
    const activations = this.#activations();
    const chosen = step.token >= 0;
    return {
      ...step,
      token_text: chosen ? this.#shown(step.token) : '',
      text:
        (chosen ? this.#stream.push(step.token) : '') + (step.last ? this.#stream.finish() : ''),
      candidate_texts: this.#origin.texts.shown(step.candidate_ids),
      beams: step.beams.map((beam) => this.#toBeam(beam)),
      pruned: step.pruned.map((beam) => this.#toBeam(beam)),
      finished: step.finished.map((beam) => this.#toBeam(beam)),
      activations,
    };
  }

  /** Takes steps for so many milliseconds, or to the end; whether it has ended. */
  run(milliseconds: number): boolean {
    // The steps of a beam search have no text of their own.
    this.#streamIsBehind = this.#config.num_beams === 1;
    const end = performance.now() + milliseconds;
    let last: boolean;
    do {
      this.#count();
      last = unwrap(this.#generation.advance());
      this.#activations();
    } while (!last && performance.now() < end);
    return last;
  }

  /** Another step, for which there must be room; asked for until there are twice as many. */
  #count(): void {
    if (this.#steps >= this.#askedSteps) {
      const { num_beams, max_new_tokens } = this.#config;
      const steps = Math.min(2 * (this.#steps + 1), max_new_tokens);
      checkHypotheses(this.#origin.wasm, num_beams, steps);
      this.#askedSteps = steps;
    }
    this.#steps += 1;
  }

  force(token: number): void {
    unwrap(this.#generation.force(token));
  }

  result(): GenerationResult {
    const sequences = given(this.#generation.sequences()).map((sequence) =>
      this.#toSequence(sequence),
    );
    return { ...sequences[0]!, sequences };
  }

  delete(): void {
    this.#stream.delete();
    this.#generation.delete();
    this.#origin.model.delete();
    this.#origin.hooks.delete();
  }

  /** What the last step recorded. */
  #activations(): Activations {
    const { wasm, hooks, hookOptions } = this.#origin;
    const first = this.#first;
    this.#first = false;
    if (!first && !hookOptions.capture?.length) return {};
    const activations = takeActivations(hooks);
    if (first) checkHooks(wasm, hooks, hookOptions, activations);
    return activations;
  }

  #catchUp(): void {
    this.#streamIsBehind = false;
    this.#stream.delete();
    this.#stream = this.#origin.texts.stream();
    for (const id of given(this.#generation.sequences())[0]?.ids ?? []) this.#stream.push(id);
  }

  #shown(id: number): string {
    return this.#origin.texts.shown([id])[0]!;
  }

  #toBeam({ ids, ...beam }: WasmBeam): Beam {
    const list = [...ids];
    const token_text = beam.token >= 0 ? this.#shown(beam.token) : '';
    return { ...beam, token_text, ids: list, text: this.#origin.texts.decode(list) };
  }

  #toSequence({ ids, ...sequence }: Sequence): GeneratedSequence {
    const list = [...ids];
    return { ...sequence, ids: list, text: this.#origin.texts.decode(list) };
  }
}
