/** What the main thread of a page does, task by task, as Chromium's own trace has it. */
import type { Page } from './fixture.ts';
import { settled } from './settled.ts';

export interface Task {
  /** Milliseconds that the processor spent on it: on a busy machine the clock says more. */
  readonly cpu: number;
  /** Those of styles and layout which scripts asked for in it, in place of the next frame. */
  readonly forced: number;
  /** When the elements in it began to be rendered, in milliseconds of the processor from the first one. */
  readonly updates: readonly { readonly tag: string; readonly at: number }[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and by the processor (`tts`, `tdur`). */
  readonly ts: number;
  readonly dur?: number;
  readonly tts?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const kMark = 'update of ';

/** Milliseconds that `slowness` takes where the limits of tasks were measured, with nothing beside it. */
const kReference = 10.5;

/**
 * How many times longer than on that machine a browser takes here for work that no change of ours can alter: 600 small boxes laid
 * out. At least 1; the shortest of many, since what else the machine does only adds to it.
 */
export async function slowness(page: Page): Promise<number> {
  const blank = await page.context().newPage();
  const taken = await blank.evaluate(() => {
    const times: number[] = [];
    for (let round = 0; round < 40; ++round) {
      const box = document.createElement('div');
      for (let i = 0; i < 600; ++i) {
        const word = document.createElement('span');
        word.style.display = 'inline-grid';
        word.textContent = `word ${(i * 7 + round) % 600}`;
        box.append(word);
      }
      document.body.replaceChildren(box);
      const start = performance.now();
      void box.offsetHeight;
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  });
  await blank.close();
  return Math.max(1, taken / kReference);
}

/** From here on, each rendering of an element is marked for the trace. */
export async function markUpdates(page: Page): Promise<void> {
  await page.evaluate((mark) => {
    let prototype = customElements.get('glass-tokens')!.prototype as object;
    while (!Object.hasOwn(prototype, 'performUpdate')) prototype = Object.getPrototypeOf(prototype);
    const all = prototype as { performUpdate(): void };
    const { performUpdate } = all;
    all.performUpdate = function (this: HTMLElement) {
      performance.mark(mark + this.localName);
      performUpdate.call(this);
    };
  }, kMark);
}

/** The tasks of the page's main thread while `act` does what it does, and until nothing more follows. */
export async function tasksOf(page: Page, act: () => Promise<void>): Promise<readonly Task[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  const categories = 'toplevel,devtools.timeline,blink.user_timing,__metadata';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await act();
  await settled(page);
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return tasksIn(events);
}

function tasksIn(events: readonly TraceEvent[]): readonly Task[] {
  // A browser has the main threads of several documents; that of the page is the one with the marks.
  const page = events.find(({ name }) => name.startsWith(kMark));
  const own = events.filter(({ pid, tid }) => pid === page?.pid && tid === page.tid);
  const within = (outer: TraceEvent) => {
    const end = outer.ts + (outer.dur ?? 0);
    return own.filter(({ ts, dur = 0 }) => ts >= outer.ts && ts + dur <= end);
  };
  const cpu = (each: TraceEvent) => (each.tdur ?? 0) / 1000;
  return own
    .filter(({ name, tdur = 0 }) => name.endsWith('RunTask') && tdur > 2000)
    .map((task) => {
      const inside = within(task);
      const scripts = inside.filter(({ name }) => name === 'FunctionCall');
      const forced = new Set(
        scripts
          .flatMap(within)
          .filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree'),
      );
      const marks = inside.filter(({ name }) => name.startsWith(kMark));
      const first = Math.min(...marks.map(({ tts = 0 }) => tts));
      return {
        cpu: cpu(task),
        forced: [...forced].reduce((sum, each) => sum + cpu(each), 0),
        updates: marks.map(({ name, tts = 0 }) => ({
          tag: name.slice(kMark.length),
          at: (tts - first) / 1000,
        })),
      };
    });
}
