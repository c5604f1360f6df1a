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
import { isCrash } from './crash.ts';
import { type Activations, checkHooks, takeActivations, type HookOptions } from './hooks.ts';
import { checkCandidates, checkHypotheses } from './memory.ts';
import type { TextStream, TokenTexts } from './texts.ts';
import { given, unwrap } from './unwrap.ts';

/** What a generation takes its tokens from. It owns the hooks. */
export interface Origin {
  readonly wasm: MainModule;
  /** A model of next tokens that has seen nothing but the prompt. */
  readonly open: () => NextTokenModel;
  readonly hooks: HookList;
  readonly hookOptions: HookOptions;
  /** The names of activations like one that is not there. */
  readonly namesNear: (unmet: string) => readonly string[];
  readonly texts: TokenTexts;
  readonly tokenizer: Tokenizer | null;
  readonly prompt: Int32Array;
  /** How many tokens it chooses from. */
  readonly vocabulary: number;
}

/** Candidates of steps that are not yet asked for. */
const kMaxAhead = 10_000;

export class RunningGeneration {
  readonly #origin: Origin;
  #model: NextTokenModel;
  #generation: WasmGeneration;
  #stream: TextStream;
  readonly #config: GenerationConfig;
  #steps = 0;
  /** The tokens that were forced, by the number of their step. */
  readonly #forced = new Map<number, number>();
  /** So many steps' ids of all hypotheses fit into memory. */
  #askedSteps = 0;
  /** Steps were taken whose tokens the stream has not seen. */
  #streamIsBehind = false;
  #first = true;
  /** Why a step that was taken ahead was refused: told when it is asked for. */
  #refusal: { readonly error: unknown } | null = null;

  constructor(origin: Origin, config: GenerationConfig) {
    this.#origin = origin;
    this.#config = config;
    this.#model = origin.open();
    this.#generation = this.#begun(this.#model);
    this.#stream = origin.texts.stream();
  }

  #begun(model: NextTokenModel): WasmGeneration {
    const { wasm, prompt, tokenizer } = this.#origin;
    try {
      return unwrap(wasm.startGeneration(model, this.#config, prompt, tokenizer));
    } catch (error) {
      model.delete();
      throw error;
    }
  }

  /** The next step, and those after it that are taken within so many milliseconds; the first step of all comes alone. */
  step(ahead: number): PackedStep[] {
    const isAlone = this.#steps === 0 || this.#origin.hookOptions.capture?.length;
    const end = performance.now() + (isAlone ? 0 : ahead);
    const steps: PackedStep[] = [];
    let candidates = 0;
    this.#throwRefusal();
    do {
      try {
        steps.push(this.#step());
      } catch (error) {
        if (steps.length === 0 || isCrash(error)) throw error;
        this.#refusal = { error };
        break;
      }
      candidates += steps.at(-1)!.candidate_ids.length;
    } while (!steps.at(-1)!.last && performance.now() < end && candidates < kMaxAhead);
    return steps;
  }

  #throwRefusal(): void {
    if (this.#refusal !== null) throw this.#refusal.error;
  }

  #step(): PackedStep {
    if (this.#streamIsBehind) this.#catchUp();
    const { wasm, vocabulary } = this.#origin;
    checkCandidates(wasm, Math.min(this.#config.num_candidates, vocabulary));
    this.#makeRoom();
    const step = unwrap(this.#generation.step());
    this.#steps += 1;
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
    this.#throwRefusal();
    // The steps of a beam search have no text of their own.
    this.#streamIsBehind = this.#config.num_beams === 1;
    const end = performance.now() + milliseconds;
    let last: boolean;
    do {
      this.#makeRoom();
      last = unwrap(this.#generation.advance());
      this.#steps += 1;
      this.#activations();
    } while (!last && performance.now() < end);
    return last;
  }

  /** For another step there must be room; asked for until there are twice as many. */
  #makeRoom(): void {
    if (this.#steps < this.#askedSteps) return;
    const { num_beams, max_new_tokens } = this.#config;
    const steps = Math.min(2 * (this.#steps + 1), max_new_tokens);
    checkHypotheses(this.#origin.wasm, num_beams, steps);
    this.#askedSteps = steps;
  }

  force(token: number): void {
    unwrap(this.#generation.force(token));
    this.#forced.set(this.#steps, token);
  }

  /** Begins anew and goes the same way, but for the last steps. */
  takeBack(count: number): void {
    const kept = this.#steps - count;
    const model = this.#origin.open();
    const generation = this.#begun(model);
    this.#generation.delete();
    this.#model.delete();
    [this.#model, this.#generation] = [model, generation];
    this.#refusal = null;
    for (this.#steps = 0; this.#steps < kept; this.#steps += 1) {
      const forced = this.#forced.get(this.#steps);
      if (forced !== undefined) unwrap(this.#generation.force(forced));
      unwrap(this.#generation.advance());
    }
    for (const step of this.#forced.keys()) if (step >= kept) this.#forced.delete(step);
    this.#streamIsBehind = this.#config.num_beams === 1;
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
    this.#model.delete();
    this.#origin.hooks.delete();
  }

  /** What the last step recorded. */
  #activations(): Activations {
    const { wasm, hooks, hookOptions, namesNear } = this.#origin;
    const first = this.#first;
    this.#first = false;
    if (!first && !hookOptions.capture?.length) return {};
    const activations = takeActivations(hooks);
    if (first) checkHooks(wasm, hooks, hookOptions, activations, namesNear);
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
