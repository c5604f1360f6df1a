import type { Model } from '../../index.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { trainingControls, trainingRules } from '../../shared/options.ts';
import type { Tensor, Run } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { frequencyLoss, type LossScale } from '../../view/loss.ts';
import { formatShort } from '../../view/number.ts';
import { amount, controls, leftOut, oneOf, whole } from '../base/attributes.ts';
import { type ShownSettings, modelFacts, type ShownModel } from '../base/export/context.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import { GlassElement } from '../base/glass-element.ts';
import { aRun, aTensor } from '../base/kinds.ts';
import { whenNear } from '../base/nearness.ts';
import { Pace } from '../base/pace.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { WidthController } from '../base/width.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { generating } from '../i18n/subjects/generating.ts';
import { learning } from '../i18n/subjects/learning.ts';
import '../glass-matrix/glass-matrix.ts';
import '../glass-next-token/glass-next-token.ts';
import { TrainingRun, type TrainPoint } from './training-run.ts';
import { trainStyles } from './glass-train.styles.ts';
import { kAabLesson, type Lesson } from './lesson.ts';
import {
  lossFigure,
  probeFigure,
  trainButtons,
  trainFacts,
  type TrainRecord,
} from './train-view.ts';
import { runsTable, type ShapeRun } from './runs-table.ts';
import { trainSettings } from './settings.ts';
import {
  type Choice,
  configOf,
  isSameChoice,
  kNorms,
  kPositions,
  type Norm,
  type Positions,
} from './shape.ts';

const { lr: kRate, seed: kSeed } = trainingControls;
/** Least time between two drawings while it runs. */
const kPaceMs = 80;
/** Pixels of the usual type, until the width is known. */
const kUnknownWidth = 320;
/** With prefers-reduced-motion: fewer drawings, with more steps between them. */
const kCalmPaceMs = 800;
const kCalmFactor = 10;
const kAhead = '300px 0px';
/** Losses are compared where all of these are the same, and one of the others differs. */
const kFixed = ['lesson', 'seed', 'layers', 'width', 'inner'] as const;
const kChosen = ['norm', 'positions', 'lr'] as const;
/** So many are compared: more lines than these nobody tells apart. */
const kMaxOthers = 6;
/** One step of a larger one would keep its reader waiting, and all other figures. */
const kMaxLayers = 16;
const kMaxWidth = 128;
const kMaxInner = 512;
/** Tokens that are learned from: more is no recipe to read. */
const kMaxInRecipe = 1000;

const kVocabulary = common.with(generating).with(learning).with(recipes);

/**
 * A small transformer that learns in front of the reader, from random weights: the loss as it falls, how many questions
 * of a test it answers, its attention on a probe as it forms, and what it would write next. It runs in the engine's
 * worker, a few steps at a time. A record is kept on the way, to look back at; learning itself goes on from the newest.
 * Needs no `<glass-model>`. At first it learns (aab)* with a model like the hand-made one. With `with-shapes` the reader
 * chooses where the norm stands and what says the positions, and the losses of former choices stay beside the newest.
 *
 * @element glass-train
 * @fires glass-train-begin - it has random weights, and may learn; detail: { point }
 * @fires glass-train-step - steps were taken and recorded; detail: { point }
 * @fires glass-train-done - the last step was taken; detail: { point }
 * @fires glass-train-settings - learning rate, seed, norm or positions were changed, and it began anew; detail:
 *   { lr, seed, norm, positions }
 * @csspart chart - the loss
 * @csspart facts - step, loss, length of the gradient, test
 * @csspart probe - the figures of the probe
 * @csspart model - the line about the model and what it learns from
 * @csspart runs - the table of what was learned with each choice
 */
export class GlassTrain extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), trainStyles, recipeStyles];

  static override readonly rules = {
    modelName: leftOut('glass-train'),
    reference: (name: string, value: unknown) =>
      ('shape' in Object(value) ? aTensor : aRun)(name, value),
    lr: amount(trainingRules.lr.min, trainingRules.lr.max),
    seed: whole(trainingRules.seed.min, trainingRules.seed.max),
    maxSteps: whole(1),
    every: whole(1),
    lossScale: oneOf('linear', 'log'),
    norm: oneOf('', ...kNorms),
    positions: oneOf('', ...kPositions),
    layers: whole(1, kMaxLayers),
    width: whole(1, kMaxWidth),
    inner: whole(0, kMaxInner),
    fixed: controls('lr', 'seed', 'norm', 'positions'),
  };

  /** What is learned, from what, and by which config; where absent the line of a's and b's that the model `aab` continues. */
  @property({ attribute: false }) lesson: Lesson = kAabLesson;
  /** The learning rate of AdamW. */
  @property({ type: Number }) lr: number = kRate.initial;
  /** Seed of the random weights it begins with. */
  @property({ type: Number }) seed: number = kSeed.initial;
  /** The step at which it stops. */
  @property({ type: Number, attribute: 'max-steps' }) maxSteps = 300;
  /** Steps between two drawings while it runs. */
  @property({ type: Number }) every = 2;
  /** "linear" or "log". */
  @property({ attribute: 'loss-scale' }) lossScale: LossScale = 'linear';
  /** Another model's run on the probe, or its attention pattern alone, to compare with. */
  @property({ attribute: false }) reference: Run | Tensor | null = null;
  /** What that model is called. */
  @property({ attribute: 'reference-name' }) referenceName = '';

  /** Shows the choice of norm and positions, and what was learned with each. */
  @property({ type: Boolean, attribute: 'with-shapes' }) withShapes = false;
  /** Where its layer norm stands: "pre" (before each part), "post" (after each sum) or "none"; where absent as the lesson says. */
  @property() norm: Norm | '' = '';
  /** "learned", "sinusoidal" or "none"; where absent as the lesson says. */
  @property() positions: Positions | '' = '';
  /** How many layers, in place of the lesson's. */
  @property({ type: Number }) layers: number | null = null;
  /** How many channels, in place of the lesson's. */
  @property({ type: Number }) width: number | null = null;
  /** How many neurons its feed-forwards have, in place of the lesson's; 0: it has none. */
  @property({ type: Number }) inner: number | null = null;

  @state() private running = false;
  /** The record that is looked at; null: the newest. */
  @state() private lookedAt: number | null = null;
  /** What was learned with other choices since lesson, size and seed are what they are. */
  @state() private others: readonly ShapeRun[] = [];
  readonly #training = new TrainingRun(() => this.requestUpdate());
  readonly #recipe = new RecipeView(this);
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #room = new WidthController(this);
  /** It has come near, and was not taken out of the page since. */
  #mayBegin = false;
  readonly #pace = new Pace((took) => (this.#calm.matches ? kCalmPaceMs : kPaceMs) - took);

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  /** @ignore */
  override get needsModel(): boolean {
    return false;
  }

  /** @ignore Its probe is not the text of the surrounding model. */
  override get ownsFigure(): boolean {
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#mayBegin) return; // it was only moved
    void whenNear(this, kAhead).then(() => {
      if (!this.isConnected || this.#mayBegin) return;
      this.#mayBegin = true;
      this.#begin();
    });
  }

  protected override removed(): void {
    this.#mayBegin = false;
    this.#pause();
    void this.#training.close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = kFixed.some((name) => changed.has(name));
    const isChoice = kChosen.some((name) => changed.has(name));
    if (!(isOther || isChoice) || !this.#mayBegin) return;
    const { choice, points } = this.#training;
    if (isOther) this.others = [];
    else if (choice !== null && points.length > 1)
      this.others = [...this.#othersThan(choice), { ...choice, points }].slice(-kMaxOthers);
    this.#begin();
  }

  /** @ignore */
  override get awaitsReader(): boolean {
    return this.points.length < 2 && this.others.length === 0;
  }

  /** All that was recorded since it began. */
  get points(): readonly TrainPoint[] {
    return this.#training.points;
  }

  /** @ignore Whether it takes steps by itself: Run was pressed, and Pause was not. */
  get isRunning(): boolean {
    return this.running;
  }

  /** The newest weights as a model of its own, which stays as it is, with the lesson's letters as tokens; null before it has begun. */
  trainedModel(): Promise<Model | null> {
    return this.#training.model();
  }

  override recipe(): string | null {
    const { lesson, lr, seed } = this;
    const { sequences } = lesson;
    if (sequences.reduce((sum, { length }) => sum + length, 0) > kMaxInRecipe) return null;
    const steps = this.points.at(-1)?.step || this.maxSteps;
    return `import { createTrainer } from 'glassformer';

const trainer = await createTrainer({
  config: ${JSON.stringify(configOf(lesson, this))},
  sequences: ${JSON.stringify(sequences)},
  lr: ${lr},
  seed: ${seed},
});
// The same losses to the last digit where the same module computes: with relaxed SIMD, or without.
const losses = [];
for await (const { loss } of trainer.train({ steps: ${steps} })) losses.push(loss);`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { choice, points } = this.#training;
    const own = choice === null ? [] : [{ ...choice, points }];
    const recorded = ({ step, loss, gradientNorm, right }: TrainPoint) => ({
      step,
      loss: numberOf(loss),
      gradientNorm: numberOf(gradientNorm),
      right,
    });
    return {
      ...super.numbers(),
      runs: [...this.#othersThan(choice), ...own].map(({ points: all, ...chosen }) => ({
        ...chosen,
        points: all.map(recorded),
      })),
    };
  }

  override get shownSettings(): ShownSettings {
    const { choice, points } = this.#training;
    if (choice === null) return {};
    return { ...choice, seed: this.standing('seed'), steps: points.at(-1)?.step ?? 0 };
  }

  protected override get settingLines(): readonly string[] {
    const { choice, points } = this.#training;
    if (choice === null) return [];
    const { labelled, seed, train } = this.words;
    const { norm, norms, places, positions } = train;
    return [
      ...(this.withShapes
        ? [labelled(norm, norms[choice.norm]), labelled(places, positions[choice.positions])]
        : []),
      labelled(train.learningRate, formatShort(choice.lr, 4)),
      labelled(seed, String(this.standing('seed'))),
      labelled(train.step, train.stepOf(points.at(-1)?.step ?? 0, this.maxSteps)),
    ];
  }

  /** @ignore It trains one of its own. */
  override get shownModel(): ShownModel | null {
    return this.#training.trained;
  }

  protected override render(): TemplateResult {
    const { points, problem } = this.#training;
    const shown = points[this.lookedAt ?? points.length - 1];
    if (problem)
      return html`<p class="placeholder failed" role="alert" part="message">
          ${this.said(problem)}
        </p>
        ${this.retryButton(() => this.#begin())} ${this.#settings()}`;
    const placeholder = this.renderPlaceholder(shown === undefined, this.words.loading, true);
    if (placeholder || shown === undefined) return html`${placeholder}`;
    return html`<div class="desk">
        <div class="side">${this.#settings()} ${trainButtons(this.#record(shown))}</div>
        <div class="main">${trainFacts(shown, this.maxSteps, this.words)} ${this.#loss(shown)}</div>
      </div>
      ${this.#probe(shown)} ${this.#aboutModel()} ${this.#recipe.render(this.words, this.recipe())}`;
  }

  #settings(): TemplateResult {
    const { norm = '', positions = '' } = this.#training.choice ?? {};
    return trainSettings({
      words: this.words,
      lr: this.lr,
      seed: this.seed,
      choice: this.withShapes
        ? { norm: this.norm || norm, positions: this.positions || positions }
        : null,
      set: (settings) => {
        const given = Object.entries(settings) as ['lr' | 'seed' | 'norm' | 'positions', never][];
        for (const [name, value] of given) this.choose(name, value);
        const { lr, seed, norm: at, positions: by } = this;
        this.send('glass-train-settings', { lr, seed, norm: at, positions: by });
      },
    });
  }

  /** Without those of a choice, which is learned anew. */
  #othersThan(choice: Choice | null): readonly ShapeRun[] {
    return this.others.filter((each) => choice === null || !isSameChoice(each, choice));
  }

  /** What is compared, each in its colour; the newest last, in that of the chart's own line. */
  get #compared(): readonly (ShapeRun & { readonly colour: string })[] {
    const { choice, points } = this.#training;
    const others = this.#othersThan(choice).map((each, i) => ({
      ...each,
      colour: tokenColour(i + 2),
    }));
    return choice === null
      ? others
      : [...others, { ...choice, points, colour: 'var(--gf-accent)' }];
  }

  #record(shown: TrainPoint): TrainRecord {
    return {
      words: this.words,
      points: this.points,
      shown,
      maxSteps: this.maxSteps,
      isRunning: this.running,
      toggle: () => this.#toggle(),
      step: (place) => this.#onStep(place),
      lookAt: (place) => this.#lookAt(place),
      begin: () => this.#begin(),
    };
  }

  #loss(shown: TrainPoint): TemplateResult {
    const compared = this.#compared;
    return html`<div class="loss-figure">
      ${lossFigure({
        ...this.#record(shown),
        guess: frequencyLoss(this.lesson.sequences),
        others: compared.slice(0, -1),
        scale: this.lossScale,
        width: this.#chartWidth,
      })}
      ${this.withShapes ? runsTable(compared, this.words) : nothing}
    </div>`;
  }

  #probe(point: TrainPoint): TemplateResult {
    const { lesson, reference, referenceName, words } = this;
    return probeFigure({ words, point, lesson, layers: this.#layers, reference, referenceName });
  }

  get #chartWidth(): number {
    const all = this.#room.width || kUnknownWidth;
    const isSide = all > 640; // as in the styles
    return Math.max(200, Math.floor(isSide ? all - 300 : all) - 2);
  }

  #aboutModel(): TemplateResult | typeof nothing {
    const { train, modelFacts: said, apart } = this.words;
    const { trained } = this.#training;
    if (trained === null) return nothing;
    const tokens = this.lesson.sequences.reduce((sum, { length }) => sum + length, 0);
    const facts = said(modelFacts(trained));
    return html`<p class="model" part="model">${apart(facts, train.learnsFrom(tokens))}</p>`;
  }

  get #layers(): number {
    const { n_layer } = configOf(this.lesson, this) as { readonly n_layer?: number };
    return n_layer ?? 1;
  }

  #begin(): void {
    this.#pause();
    this.lookedAt = null;
    const { lesson, lr, seed } = this;
    void this.#training.begin({ lesson, config: configOf(lesson, this), lr, seed }).then(() => {
      const [point, next] = this.#training.points;
      if (point && !next && this.#training.problem === '')
        this.send('glass-train-begin', { point });
    });
  }

  #toggle(): void {
    if (this.running) return this.#pause();
    this.lookedAt = null;
    this.running = true;
    this.#pace.run(
      () => this.#step(this.every * (this.#calm.matches ? kCalmFactor : 1)),
      () => (this.running = false),
    );
  }

  #pause(): void {
    this.#pace.stop();
    this.running = false;
  }

  /** Moves forward in the record; at its end, takes a step. */
  #onStep(place: number): void {
    if (place < this.#training.points.length - 1) this.#lookAt(place + 1);
    else void this.#step(1);
  }

  #lookAt(place: number): void {
    const newest = this.#training.points.length - 1;
    this.lookedAt = place >= newest ? null : Math.max(0, place);
  }

  /** Whether more steps can follow. */
  async #step(count: number): Promise<boolean> {
    const before = this.#training.points.at(-1);
    const left = this.maxSteps - (before?.step ?? 0);
    if (left > 0 && before) await this.#training.step(Math.min(count, left));
    const point = this.#training.points.at(-1);
    if (point && point !== before) this.send('glass-train-step', { point });
    const isDone = point === undefined || point.step >= this.maxSteps;
    if (!isDone && this.#training.problem === '') return true;
    if (point && point !== before) this.send('glass-train-done', { point });
    return false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-train': GlassTrain;
  }
}
