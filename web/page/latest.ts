/**
 * Runs `task` for the newest input only: while one call is under way, later inputs replace each other, and the last of
 * them goes next. Typing never queues up work.
 */
export function latestOnly<Input>(task: (input: Input) => Promise<void>): (input: Input) => void {
  let waiting: { readonly input: Input } | null = null;
  let isBusy = false;

  async function go(): Promise<void> {
    isBusy = true;
    while (waiting !== null) {
      const { input } = waiting;
      waiting = null;
      await task(input);
    }
    isBusy = false;
  }

  return (input) => {
    waiting = { input };
    if (!isBusy) void go();
  };
}
