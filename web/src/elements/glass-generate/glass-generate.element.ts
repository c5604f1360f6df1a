import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { GenerateOptions, Generation } from '../../index.ts';
import type { GenerationStep } from '../../shared/types.ts';
import { tokenColour } from '../../view/colour.ts';
import { GlassElement } from '../base/glass-element.ts';
import { styles } from '../base/styles-directive.ts';
import '../glass-beam-tree/glass-beam-tree.ts';
import '../glass-next-token/glass-next-token.ts';
import {
  type Control,
  controlsOf,
  defaultSettings,
  type Mode,
  optionsOf,
  type Settings,
} from './controls.ts';
import { generateStyles } from './glass-generate.styles.ts';
import { GenerationSession } from './session.ts';

const kPaceMs = 420;

/**
 * Generation in front of the reader: greedy, sampling or beam search; run, pause, step, step back, start again. One token ahead of
 * the text it shows what may come next; a click on a bar takes that token instead.
 *
 * @element glass-generate
 * @fires glass-step - a step was taken; detail: { step }
 * @fires glass-settings - the reader changed how to choose; detail: { mode, settings }
 * @csspart output - the text that has been generated
 */
export class GlassGenerate extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), generateStyles];

  /** Starts a generation; without it the surrounding model continues its text. */
  @property({ attribute: false }) start: ((options: GenerateOptions) => Generation) | null = null;
  /** What the output begins with (in place of the surrounding figure's text). */
  @property() prompt: string | null = null;
  /** Ways of choosing that are offered: "greedy", "sample", "beam". */
  @property() modes = 'greedy sample beam';
  @property() mode: Mode = 'greedy';
  /** Numbers that the controls begin with. */
  @property({ attribute: false }) settings: Settings = defaultSettings;
  /** Highest temperature that can be chosen. */
  @property({ type: Number, attribute: 'temperature-max' }) temperatureMax = 2;
  @property({ type: Number, attribute: 'length-max' }) lengthMax = 40;

  @state() private running = false;
  readonly #session = new GenerationSession(() => this.requestUpdate());
  #timer = 0;
  #source: unknown = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#pause();
    void this.#session.close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const source = this.start ?? this.figure.state.run;
    const isNewSource = source !== this.#source;
    this.#source = source;
    if (isNewSource || changed.has('mode')) this.#begin([]);
    else if (changed.has('settings')) this.#begin(this.mode === 'beam' ? [] : this.#session.ids);
  }

  protected override render(): TemplateResult {
    const face = this.face(this.#source === null, this.words.needsPrompt);
    if (face) return face;
    const session = this.#session;
    const { words } = this;
    return html`<div class="desk">
      <div class="controls">
        ${this.modes.includes(' ') ? this.#modeChoice() : nothing}
        ${controlsOf(this.mode, words, this.temperatureMax, this.lengthMax).map((control) => this.#control(control))}
        <div class="buttons">
          <button
            class="primary"
            ?disabled=${session.done}
            @click=${() => (this.running ? this.#pause() : this.#run())}
          >
            ${this.running ? words.pause : words.run}
          </button>
          <button ?disabled=${session.done || this.running} @click=${() => void this.#step()}>
            ${words.step}
          </button>
          <button
            ?disabled=${session.steps.length === 0 || this.running}
            @click=${() => void session.back()}
          >
            ${words.back}
          </button>
          <button ?disabled=${session.steps.length === 0} @click=${() => this.#begin([])}>
            ${words.reset}
          </button>
        </div>
      </div>
      <div>
        ${this.#output()}
        ${session.problem ? html`<p class="face failed" role="alert">${session.problem}</p>` : this.mode === 'beam' ? this.#tree() : this.#next()}
      </div>
    </div>`;
  }

  #modeChoice(): TemplateResult {
    const names: Record<Mode, string> = {
      greedy: this.words.greedy,
      sample: this.words.sample,
      beam: this.words.beam,
    };
    return html`<div>
      <div class="segments" role="radiogroup" aria-label=${this.words.mode}>
        ${(this.modes.split(' ') as Mode[]).map(
          (mode) =>
            html`<label
              ><input
                type="radio"
                name="mode"
                value=${mode}
                .checked=${this.mode === mode}
                @change=${() => this.#choose(mode)}
              />${names[mode]}</label
            >`,
        )}
      </div>
    </div>`;
  }

  #control(control: Control): TemplateResult {
    const value = this.settings[control.name];
    const id = `control-${control.name}`;
    const change = (event: Event) =>
      this.#set(control, (event.target as HTMLInputElement).valueAsNumber);
    if (control.kind === 'number') {
      return html`<div class="control">
        <label for=${id}>${control.label}</label
        ><input
          id=${id}
          type="number"
          min="0"
          max="4294967295"
          step="1"
          .value=${String(value)}
          @change=${change}
        />
      </div>`;
    }
    return html`<div class="control">
      <label for=${id}>${control.label}</label>
      <input
        id=${id}
        type="range"
        min=${control.min}
        max=${control.max}
        step=${control.step}
        .value=${String(control.toSlider(value))}
        aria-valuetext=${control.show(value)}
        @input=${change}
      />
      <output for=${id}>${control.show(value)}</output>
    </div>`;
  }

  #output(): TemplateResult {
    const prompt = this.prompt ?? this.figure.state.text;
    const { steps, ids, text, byReader } = this.#session;
    const offset = this.figure.state.run?.tokens.length ?? 0;
    const pieces =
      this.mode === 'beam'
        ? html`<span class="made" ${styles({ '--hue': 'var(--gf-accent)' })}>${text}</span>`
        : steps.map(
            (step, i) =>
              html`<span
                class="made ${byReader.has(i) ? 'forced' : ''}"
                ${styles({ '--hue': tokenColour(offset + i) })}
                >${step.token_text}</span
              >`,
          );
    return html`<div class="out" part="output" role="group" aria-label=${this.words.generated}>
      <span class="prompt">${prompt}</span>${ids.length + text.length > 0 ? pieces : nothing}
    </div>`;
  }

  #next(): TemplateResult {
    const { next, done, steps } = this.#session;
    if (next === null) return html`${nothing}`;
    const cut =
      this.mode === 'sample' && this.settings.top_p < 1
        ? this.words.cutAt(this.settings.top_p)
        : this.words.cut;
    return html`<p class="caption">
        <span>${this.words.nextToken}</span
        ><span
          >${this.words.stepOf(Math.min(steps.length + (done ? 0 : 1), this.settings.max_new_tokens), this.settings.max_new_tokens)}</span
        >
      </p>
      <glass-next-token
        .candidates=${next.candidates}
        .chosen=${next.token}
        .cutLabel=${cut}
        ?read-only=${done || this.running}
        @glass-choose=${(event: CustomEvent<{ id: number }>) => this.#take(event)}
      ></glass-next-token>`;
  }

  #tree(): TemplateResult {
    return html`<glass-beam-tree .steps=${this.#session.steps}></glass-beam-tree>`;
  }

  #choose(mode: Mode): void {
    this.mode = mode;
    this.send('glass-settings', { mode, settings: this.settings });
  }

  #set(control: Control, slider: number): void {
    if (!Number.isFinite(slider)) return this.requestUpdate();
    this.settings = { ...this.settings, [control.name]: control.fromSlider(slider) };
    this.send('glass-settings', { mode: this.mode, settings: this.settings });
  }

  /** Starts anew after these tokens. */
  #begin(taken: readonly number[]): void {
    this.#pause();
    if (this.#source === null) return;
    const ids = taken.slice(0, this.settings.max_new_tokens);
    const options = optionsOf(this.mode, this.settings);
    const { model, run } = this.figure.state;
    const { ablations } = this.figure;
    const ablate = ablations.length > 0 ? { ablate: ablations } : {};
    const start =
      this.start ?? (model && run && ((all: GenerateOptions) => model.generate(run.tokens, all)));
    if (start)
      void this.#session.begin(
        (forced) => start({ ...options, ...ablate, forced_tokens: [...forced] }),
        ids,
        this.mode !== 'beam',
      );
  }

  #run(): void {
    this.running = true;
    const go = async () => {
      await this.#step();
      if (this.#session.done) this.#pause();
      if (this.running) this.#timer = window.setTimeout(() => void go(), kPaceMs);
    };
    void go();
  }

  #pause(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  async #step(): Promise<void> {
    const step = await this.#session.step();
    if (step) this.send<{ step: GenerationStep }>('glass-step', { step });
  }

  #take(event: CustomEvent<{ id: number }>): void {
    event.stopPropagation();
    void this.#session.take(event.detail.id);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-generate': GlassGenerate;
  }
}
