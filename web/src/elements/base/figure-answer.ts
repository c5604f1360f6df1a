/** What an element asks the model of its figure about the text, and the answer that it shows. */
import type { Model } from '../../index.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import type { FigureContext } from './figure-context.ts';
import { LatestAnswer } from './latest.ts';

interface Host {
  readonly figure: FigureContext;
  problem: Problem;
  requestUpdate(): void;
  /** Calls back when the figure's text is taken away. */
  whenEmptied(forget: () => void): void;
  /** Calls back when the figure has another text. */
  whenTextChanges(ask: () => void): void;
}

interface AnswerOptions<Question, Answer> {
  /** Computes the answer; null where there is none. */
  answer(question: Question): Promise<Answer | null>;
  /** What is to be asked of the figure as it is, null where nothing is: `askNow` does, and every other text. */
  now?(): Question | null;
  /** Whether two questions have the same answer. */
  same(a: Question, b: Question): boolean;
  /** Whether the last answer stays where there is none. By default it does not. */
  keepsLast?(question: Question): boolean;
  /** Called before another answer is shown. */
  changes?(answer: Answer | null, last: Answer | null): void;
}

/**
 * The answers of the figure's model to an element's questions about the text, the newest shown. While it is computed, the one
 * before stays if it is of the same model; with the text it is forgotten. A failure is the host's problem until there is an
 * answer again.
 */
export class FigureAnswer<Question extends { readonly model: Model }, Answer> {
  readonly #answers: LatestAnswer<Question, Answer | null>;
  readonly #now: () => Question | null;
  #shown: Answer | null = null;

  constructor(host: Host, options: AnswerOptions<Question, Answer>) {
    const { answer, now, same, keepsLast = () => false, changes } = options;
    const isOfFigure = ({ model }: Question) => model === host.figure.state.model;
    this.#answers = new LatestAnswer<Question, Answer | null>(host, {
      answer,
      same,
      isReady: () => host.figure.modelOfRun() !== null,
      isStillShown: isOfFigure,
      take: (found, question) => {
        host.problem = '';
        if (found === null && keepsLast(question)) return;
        changes?.(found, this.#shown);
        this.#shown = found;
        host.requestUpdate();
      },
      fail: (error, question) => {
        if (isOfFigure(question)) host.problem = problemOf(error);
      },
    });
    this.#now = now ?? (() => null);
    if (now !== undefined) host.whenTextChanges(() => this.askNow());
    host.whenEmptied(() => {
      this.#shown = null;
      this.#answers.forget();
      host.requestUpdate();
    });
  }

  /** The answer that is shown; null before the first, and where there is none. */
  get shown(): Answer | null {
    return this.#shown;
  }

  /** Whether an answer is under way. */
  get isBusy(): boolean {
    return this.#answers.isBusy;
  }

  /** Asks, unless this question was asked last. */
  ask(question: Question): void {
    this.#answers.ask(question);
  }

  /** Asks what the figure gives to ask. */
  askNow(): void {
    const question = this.#now();
    if (question !== null) this.ask(question);
  }
}
