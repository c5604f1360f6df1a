/** Asynchronous work of which only the newest request counts. */

/**
 * Runs `task` for the newest input only: while one call is under way, later inputs replace each other, and the last of
 * them goes next. So requests never queue up. A call that fails is reported as an error of the page, and the next one goes.
 */
export function latestOnly<Input>(task: (input: Input) => Promise<void>): (input: Input) => void {
  let waiting: { readonly input: Input } | null = null;
  let isBusy = false;

  async function go(): Promise<void> {
    isBusy = true;
    while (waiting !== null) {
      const { input } = waiting;
      waiting = null;
      try {
        await task(input);
      } catch (error) {
        reportError(error);
      }
    }
    isBusy = false;
  }

  return (input) => {
    waiting = { input };
    if (!isBusy) void go();
  };
}

export interface LatestOptions<Question, Answer> {
  /** Computes the answer; rejects where it fails. */
  answer(question: Question): Promise<Answer>;
  take(answer: Answer, question: Question): void;
  /** The newest question has failed. */
  fail(error: unknown, question: Question): void;
  /** Whether two questions have the same answer; by default, whether they are the same object. */
  same?(a: Question, b: Question): boolean;
  /** Whether a new question can be answered now; else `ask` does nothing. By default it can. */
  isReady?(): boolean;
  /** Whether the answer to a question is still taken after a newer question was asked. By default it is not. */
  isStillShown?(question: Question): boolean;
}

interface Asked<Question> {
  readonly question: Question;
  readonly age: number;
}

/**
 * The answers to the questions of an element, one computed at a time. While one is under way only the newest question
 * waits; an answer to an older question is dropped, unless `isStillShown`. The host is updated when nothing is under way
 * any longer.
 */
export class LatestAnswer<Question, Answer> {
  readonly #host: { requestUpdate(): void };
  readonly #options: LatestOptions<Question, Answer>;
  #newest: Asked<Question> | null = null;
  #isBusy = false;
  readonly #go: (asked: Asked<Question>) => void;
  /** How often everything was forgotten. */
  #age = 0;

  constructor(host: { requestUpdate(): void }, options: LatestOptions<Question, Answer>) {
    this.#host = host;
    this.#options = options;
    this.#go = latestOnly((asked) => this.#answer(asked));
  }

  /** Whether an answer is under way. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Asks, unless this question was asked last. */
  ask(question: Question): void {
    const { same = Object.is, isReady = () => true } = this.#options;
    if (this.#newest !== null && same(question, this.#newest.question)) return;
    if (!isReady()) return;
    this.#newest = { question, age: this.#age };
    this.#isBusy = true;
    this.#go(this.#newest);
  }

  /** The next question is asked even if it was asked last, and an answer under way is dropped. */
  forget(): void {
    this.#newest = null;
    this.#age++;
  }

  async #answer(asked: Asked<Question>): Promise<void> {
    const { question, age } = asked;
    const { answer, take, fail, isStillShown = () => false } = this.#options;
    const isNewest = () => asked === this.#newest;
    try {
      const found = await answer(question);
      if (isNewest() || (age === this.#age && isStillShown(question))) take(found, question);
    } catch (error) {
      if (isNewest()) fail(error, question);
    }
    if (isNewest() || this.#newest === null) {
      this.#isBusy = false;
      this.#host.requestUpdate();
    }
  }
}
