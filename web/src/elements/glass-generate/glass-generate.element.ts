import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import { generationControls } from '../../shared/options.ts';
import {
  asJsonOver,
  amount,
  checkWhole,
  choiceOf,
  controls,
  oneOf,
  quoted,
  refuse,
  someOf,
  whole,
  wordsIn,
} from '../base/attributes.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { GenerationProgress } from '../event-types.ts';
import type { Listening } from '../events.ts';
import { tokenName } from '../base/token-name.ts';
import { common } from '../i18n/subjects/common.ts';
import { generating } from '../i18n/subjects/generating.ts';
import { translating } from '../i18n/subjects/translating.ts';
import {
  type Control,
  controlsOf,
  defaultSettings,
  type Limits,
  type Mode,
  type Settings,
} from '../base/controls.ts';
import { kMaxBeams, settingsAs } from '../base/settings-rule.ts';
import { besideView } from './beside.ts';
import { deskView } from './desk.ts';
import { generateStyles } from './glass-generate.styles.ts';
import { bestView, piecesView } from './output.ts';
import { Pace } from '../base/pace.ts';
import { type Beginning, GenerationSession, kFresh } from './session.ts';
import { isSetOtherwise, rulesOf, sameTokens, type Source, type Start, startOf } from './source.ts';

export type { GenerationProgress };

const kModes: readonly Mode[] = ['greedy', 'sample', 'beam'];

const kVocabulary = common.with(generating).with(translating);

/**
 * Generation in front of the reader: greedy, sampling or beam search; run, pause, step, step back, start again. One
 * token ahead of the text it shows what may come next; a click on a bar takes that token instead. A click on a token
 * of the output shows what else might stand there. In a beam search a click on a node, pruned or not, or on a bar that
 * may follow the best one, begins anew with that text given. A text that had been written to its end is written anew
 * from there. The tokens that the reader passes over stay in view until Back or Reset. From a script `run()`, `pause()`, `step()` and `reset()` do what the buttons do.
 *
 * @element glass-generate
 * @fires glass-running - it began to run, was stopped, came to its end, or began anew; detail: { running, begun, done }
 * @fires glass-step - a step was taken; detail: { step }
 * @fires glass-settings - the reader changed how to choose; detail: { mode, settings }
 * @cssprop [--glass-generate-controls=0] - least height of the controls, so that outputs side by side stand at one height
 * @csspart output - the text that has been generated
 * @csspart worth - how likely the model finds that text: the sum of its log-probabilities, and their mean
 * @csspart instead - what might stand in place of a token
 */
export class GlassGenerate extends GlassElement {
  declare addEventListener: Listening<'glass-generate', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-generate', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), generateStyles];
  static override readonly ofWriters = true;
  static override readonly rules = {
    modes: someOf(...kModes),
    mode: oneOf(...kModes),
    start: (name: string, value: unknown) => {
      if (typeof value !== 'function') refuse(name, 'a function', quoted(value));
    },
    settings: settingsAs(defaultSettings, 'mode="greedy"'),
    temperatureMax: amount(generationControls.temperature.min),
    lengthMax: whole(1),
    fixed: controls(
      'mode',
      'max_new_tokens',
      'temperature',
      'top_k',
      'top_p',
      'seed',
      'num_beams',
      'length_penalty',
    ),
  };

  /**
   * Starts a generation with what is set, and with `ablate` where heads are off (one over a table, which has no heads and refuses
   * it, leaves it out); without it the model continues its text.
   */
  @property({ attribute: false }) start: Start | null = null;
  /** What the output is shown to begin with, beside `start`. What is continued without it is the surrounding figure's text. */
  @property() prompt: string | null = null;
  /** Ways of choosing that are offered: "greedy", "sample", "beam". */
  @property() modes = 'greedy sample beam';
  /** The way of choosing that is in use, one of those that are offered: at first "greedy", or the first of them. */
  @property() mode: Mode = 'greedy';
  /**
   * Initial values of the controls, as far as these go: "max_new_tokens" (1 to `length-max`), "temperature" (above 0, at most
   * `temperature-max`), "top_k" (at least 0, which switches it off), "top_p" (above 0, at most 1, which switches it off), "seed"
   * (at least 0), "num_beams" (1 to 20) and "length_penalty" (-10 to 10). What is not said is 10, 1, 0, 0.9, 1, 3 and 1. For greedy
   * decoding `mode` is "greedy".
   */
  @property({ converter: asJsonOver(defaultSettings) }) settings: Settings = defaultSettings;
  /** Highest temperature that can be chosen. */
  @property({ type: Number, attribute: 'temperature-max' }) temperatureMax: number =
    generationControls.temperature.max;
  /** The longest text that can be asked for, in tokens. */
  @property({ type: Number, attribute: 'length-max' }) lengthMax: number =
    generationControls.max_new_tokens.max;

  @state() private running = false;
  /** The token of the output in whose place another might be taken; -1: none is looked at. */
  @state() private reopened = -1;
  /** It was pressed in the output, not taken from the bars. */
  private isPressed = false;
  /** The token of the output that stands in the order of tabs. */
  @state() private tabStop = 0;
  readonly #session = new GenerationSession(() => this.requestUpdate());
  readonly #pace = new Pace();
  #told = '';
  #source: Source = null;
  /** The one that has read the source. */
  #model: Model | null = null;
  /** It was taken out of the page. */
  #isEnded = false;

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A generation that was closed on removal continues from the same place.
    if (this.#isEnded) this.#begin(this.#session.place);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pause();
  }

  protected override removed(): void {
    this.#isEnded = true;
    void this.#session.close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#checkMode();
    this.#checkReach();
    const { model, run, read } = this.figure.state;
    const source = this.start ?? run?.tokens ?? null;
    const isNewSource = source !== this.#source;
    // A run that a script gives may be there before the model, which will not read the text.
    const isModelLate = !isNewSource && this.#model === null && model !== null && read === null;
    if (isModelLate) this.#model = model;
    // The same text, read by the same model once more: its engine had stopped, or it was out of the page.
    const isReadAgain = isNewSource && model !== this.#model && sameTokens(source, this.#source);
    if (isNewSource) [this.#source, this.#model] = [source, model];
    if ((isReadAgain || isModelLate) && !changed.has('mode')) this.#begin(this.#session.place);
    else if (isNewSource || changed.has('mode')) this.reset();
    else if (isSetOtherwise(this.mode, changed.get('settings'), this.settings))
      this.#begin(this.#session.place);
  }

  /** The first that is offered, where none is named. */
  #checkMode(): void {
    const offered = wordsIn(this.modes) as Mode[];
    if (offered.length === 0 || offered.includes(this.mode)) return;
    const isNamed = this.hasAttribute('mode') || !this.isInitial('mode');
    if (isNamed) refuse('mode', choiceOf(offered), quoted(this.mode));
    this.mode = offered[0]!;
  }

  /** A control would stand at its end while another value counts. What settings do not name is as in `defaultSettings`. */
  #checkReach(): void {
    const { max_new_tokens, num_beams, temperature } = this.settings;
    const length = Math.max(this.lengthMax, defaultSettings.max_new_tokens);
    checkWhole('settings.max_new_tokens', max_new_tokens, 1, length);
    checkWhole('settings.num_beams', num_beams, 1, kMaxBeams);
    const hottest = Math.max(this.temperatureMax, defaultSettings.temperature);
    if (temperature > hottest)
      refuse('settings.temperature', `a number above 0 and at most ${hottest}`, temperature);
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const { steps, done } = this.#session;
    const progress: GenerationProgress = { running: this.running, begun: steps.length > 0, done };
    const told = Object.values(progress).join();
    if (told === this.#told) return;
    this.#told = told;
    this.send('glass-running', progress);
  }

  /** @ignore */
  override get awaitsReader(): boolean {
    return this.#session.steps.length === 0;
  }

  protected override get isOfWriter(): boolean {
    return this.start === null && super.isOfWriter;
  }

  protected override render(): TemplateResult {
    const placeholder = this.renderPlaceholder(
      this.#source === null,
      this.isUnread ? this.words.ofPair : this.words.needsPrompt,
    );
    if (placeholder) return placeholder;
    const session = this.#session;
    return html`<div class="desk">
      ${this.#desk()}
      <div>
        ${this.#output()} ${this.#worth()}
        ${
          this.#hasFailed
            ? html`<p class="placeholder failed" role="alert">${this.said(session.problem)}</p>
                ${this.retryButton(() => this.#begin(session.place))}`
            : this.#beside()
        }
      </div>
    </div>`;
  }

  /** What is refused because the model has just been replaced by another, which is being loaded, is no failure. */
  get #hasFailed(): boolean {
    return this.#session.problem !== '' && !this.figure.isBehind;
  }

  override get figureTitle(): string {
    const { words, mode, settings } = this;
    const way = words.labelled(words.generated, words[mode]);
    const chosen = controlsOf(mode, words, this.#limits).map(
      ({ name, label, show }) => `${label} ${show(settings[name])}`,
    );
    return words.listed(way, ...chosen);
  }

  override get shownSettings(): ShownSettings {
    const { mode, settings } = this;
    const names = controlsOf(mode, this.words, this.#limits).map(({ name }) => name);
    return { mode, ...Object.fromEntries(names.map((name) => [name, settings[name]])) };
  }

  protected override get settingLines(): readonly string[] {
    const { words, mode, settings } = this;
    const chosen = controlsOf(mode, words, this.#limits);
    return [
      words[mode],
      ...chosen.map(({ name, label, show }) => words.labelled(label, show(settings[name]))),
    ];
  }

  get #limits(): Limits {
    return {
      temperature: this.temperatureMax,
      length: this.lengthMax,
      vocabulary: this.figure.state.model?.config.resolved.vocab_size ?? Infinity,
    };
  }

  #desk(): TemplateResult {
    const { words, mode, settings, running } = this;
    const { steps, done } = this.#session;
    return deskView(
      {
        words,
        modes: wordsIn(this.modes) as Mode[],
        mode,
        settings,
        limits: this.#limits,
        isRunning: running,
        isBegun: steps.length > 0,
        isDone: done,
      },
      {
        choose: (chosen) => this.#choose(chosen),
        set: (control, slider) => this.#set(control, slider),
        run: () => this.run(),
        pause: () => this.pause(),
        step: () => void this.step(),
        back: () => this.#back(),
        again: () => void this.#again(),
        reset: () => this.reset(),
      },
    );
  }

  #output(): TemplateResult {
    // The text may be another by now than the one that is continued.
    const { read, text } = this.figure.state;
    const prompt = this.prompt ?? read ?? text;
    return html`<div class="out" part="output" role="group" aria-label=${this.words.generated}>
      <span class="prompt">${prompt}</span>${this.mode === 'beam' ? this.#best() : this.#pieces()}
    </div>`;
  }

  /** How likely the model itself finds what has been written, whichever way it was chosen. */
  #worth(): TemplateResult {
    const { steps, best } = this.#session;
    const sum = steps.reduce((total, { log_probability }) => total + log_probability, 0);
    const [score, count] =
      this.mode === 'beam' ? [best?.score ?? 0, best?.ids.length ?? 0] : [sum, steps.length];
    return html`<p class="worth" part="worth">
      ${count > 0 ? this.words.logPPerToken(score, count) : nothing}
    </p>`;
  }

  #pieces(): TemplateResult[] {
    const { steps, byReader } = this.#session;
    return piecesView({
      steps,
      byReader,
      reopened: this.reopened,
      tabStop: this.tabStop,
      offset: this.figure.state.run?.tokens.length ?? 0,
      words: this.words,
      mark: (id, text) => this.#mark(id, text),
      // What else might stand there, or no longer.
      reopen: (index) => void this.#reopen(this.reopened === index ? -1 : index),
      stand: (index) => (this.tabStop = index),
    });
  }

  /** The best hypothesis of a beam search; a sign that ends it is no text. */
  #best(): TemplateResult | typeof nothing {
    const { best } = this.#session;
    if (best === null) return nothing;
    return bestView(best.text, this.#mark(best.token, best.token_text));
  }

  /** How a token is called that is no text; null for text. */
  #mark(id: number, text: string): string | null {
    const name = tokenName(this.figure.state.model, this.words, { id, text });
    return name.isMark ? name.text : null;
  }

  #beside(): TemplateResult {
    const { words, mode, settings, running, reopened } = this;
    return besideView({
      session: this.#session,
      words,
      mode,
      settings,
      isRunning: running,
      reopened,
      isBelowOutput: this.isPressed,
      mark: (id, text) => this.#mark(id, text),
      take: (event, index) => this.#take(event, index),
      force: (event, path) => this.#force(event, path),
    });
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

  /** Starts anew, as far as the length allows. */
  #begin({ forced, steps, passed = [] }: Beginning): void {
    this.pause();
    this.#isEnded = false;
    if (this.#source === null || this.#waitsForModel || this.isOfWriter) return;
    const { max_new_tokens } = this.settings;
    const { model, run } = this.figure.state;
    const start = this.start ?? startOf(model, run);
    if (start === null) return;
    const rules = rulesOf(start, this.mode, this.settings, this.figure.ablations);
    void this.#session.begin(rules, {
      forced: forced.slice(0, max_new_tokens),
      steps: Math.min(steps, max_new_tokens),
      passed,
    });
    // An update that was put off may come after the removal: what it begins waits until the element is back.
    if (!this.isConnected) this.removed();
  }

  /** The engine has stopped: the model is loaded again, and the generation then continues from the same place. */
  get #waitsForModel(): boolean {
    const { model } = this.figure.state;
    return this.start === null && model !== null && this.figure.modelToAsk() === null;
  }

  /**
   * Goes on by itself until it ends or is stopped. Where it has ended, it goes from the beginning: sampling with the next
   * seed, so that another text comes.
   */
  run(): void {
    if (this.running) return;
    if (this.#session.done && this.mode === 'sample') return void this.#again();
    if (this.#session.done) this.reset();
    this.#go();
  }

  #go(): void {
    if (this.running || this.#source === null || this.#waitsForModel) return;
    this.running = true;
    this.#pace.run(
      async () => {
        await this.step();
        return !this.#session.done;
      },
      () => this.pause(),
    );
  }

  pause(): void {
    this.#pace.stop();
    this.running = false;
  }

  /** Starts again without generated or forced tokens. */
  reset(): void {
    this.reopened = -1;
    this.tabStop = 0;
    this.#begin(kFresh);
  }

  #back(): void {
    // A step that is undone has no alternatives.
    if (this.reopened >= this.#session.steps.length - 1) this.reopened = -1;
    void this.#session.back();
  }

  /** Another text: with the next seed, from the beginning. */
  async #again(): Promise<void> {
    const { seed } = this.settings;
    const next = seed < generationControls.seed.max ? seed + 1 : generationControls.seed.min;
    this.settings = { ...this.settings, seed: next };
    this.send('glass-settings', { mode: this.mode, settings: this.settings });
    // The update goes on from the same place under the new rules, as it does for every setting.
    await this.updateComplete;
    this.reset();
    this.#go();
  }

  async step(): Promise<void> {
    if (this.#waitsForModel) return;
    const step = await this.#session.step();
    if (step) this.send('glass-step', { step });
  }

  /** Shows what else might stand there, where the reader looks; -1: no longer. */
  async #reopen(index: number): Promise<void> {
    this.reopened = index;
    this.isPressed = index >= 0;
    await this.updateComplete;
    const bars = this.renderRoot.querySelector<GlassElement>('.instead glass-next-token');
    await bars?.updateComplete;
    bars?.scrollIntoView({ block: 'nearest' });
  }

  /** The alternatives stay in view, so that another one can be taken. */
  #take(event: CustomEvent<{ id: number }>, index: number): void {
    event.stopPropagation();
    if (this.reopened < 0) this.isPressed = false;
    this.reopened = this.tabStop = index;
    const { done } = this.#session;
    void this.#session.take(event.detail.id, index);
    if (done) this.#go();
  }

  /** A search that runs goes on running from there. */
  #force(event: Event, path: readonly number[]): void {
    event.stopPropagation();
    if (path.length > this.settings.max_new_tokens) return;
    const { done } = this.#session;
    void this.#session.force(path);
    if (done) this.#go();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-generate': GlassGenerate;
  }
}
