/** Calls that run one after another, in the order in which they were made. One that fails does not hold up the next. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(call: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(call);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
