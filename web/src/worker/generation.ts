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
import type { Beam, GeneratedSequence, GenerationResult, GenerationStep } from '../shared/types.ts';
import { checkHooks, takeActivations, type HookOptions } from './hooks.ts';
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
}

export class RunningGeneration {
  readonly #origin: Origin;
  readonly #generation: WasmGeneration;
  readonly #stream: TextStream;
  #first = true;

  constructor(origin: Origin, config: GenerationConfig) {
    const { wasm, model, prompt, tokenizer, texts } = origin;
    this.#origin = origin;
    this.#generation = unwrap(wasm.startGeneration(model, config, prompt, tokenizer));
    this.#stream = texts.stream();
  }

  step(): GenerationStep {
    const { wasm, hooks, hookOptions, texts } = this.#origin;
    const step = unwrap(this.#generation.step());
    const activations = takeActivations(hooks);
    if (this.#first) checkHooks(wasm, hooks, hookOptions, activations);
    this.#first = false;

    const chosen = step.token >= 0;
    const shown = texts.shown(step.candidates.map(({ id }) => id));
    return {
      ...step,
      token_text: chosen ? this.#shown(step.token) : '',
      text:
        (chosen ? this.#stream.push(step.token) : '') + (step.last ? this.#stream.finish() : ''),
      candidates: step.candidates.map((candidate, i) => ({ ...candidate, text: shown[i]! })),
      beams: step.beams.map((beam) => this.#toBeam(beam)),
      pruned: step.pruned.map((beam) => this.#toBeam(beam)),
      finished: step.finished.map((beam) => this.#toBeam(beam)),
      activations,
    };
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
