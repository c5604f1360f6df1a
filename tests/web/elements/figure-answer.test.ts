import type { Model } from 'glassformer';
import { expect, it } from 'vitest';
import { FigureAnswer } from '../../../web/src/elements/base/figure-answer.ts';
import { FigureContext } from '../../../web/src/elements/base/figure-context.ts';

interface Question {
  readonly model: Model;
  readonly text: string;
}

/** Answers that the test gives, for a host that counts its updates. */
function makeAnswers({ keepsLast = false } = {}) {
  const models = ['one', 'two'].map(() => ({ closed: false }) as Model) as [Model, Model];
  const figure = new FigureContext();
  figure.change({ model: models[0] });
  const open = new Map<string, PromiseWithResolvers<string | null>>();
  const changes: (string | null)[] = [];
  const emptied: (() => void)[] = [];
  const host = {
    figure,
    problem: '' as unknown,
    updates: 0,
    requestUpdate: () => void host.updates++,
    whenEmptied: (forget: () => void) => emptied.push(forget),
    whenTextChanges: (ask: () => void) => figure.addEventListener('text', ask),
  };
  const answers = new FigureAnswer<Question, string>(host as never, {
    answer: ({ text }) => {
      const answer = withResolvers<string | null>();
      open.set(text, answer);
      return answer.promise;
    },
    now: () => (figure.state.text === '' ? null : { model: models[0], text: figure.state.text }),
    same: (a, b) => a.model === b.model && a.text === b.text,
    keepsLast: () => keepsLast,
    changes: (answer) => changes.push(answer),
  });
  const ask = (text: string, model = models[0]) => answers.ask({ model, text });
  const settle = async (text: string, outcome: string | null | Error) => {
    const { resolve, reject } = open.get(text)!;
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
    await new Promise((done) => setTimeout(done));
  };
  const empty = () => emptied.forEach((forget) => forget());
  return { answers, ask, settle, empty, host, changes, figure, models };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let settle: Omit<PromiseWithResolvers<T>, 'promise'> | null = null;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle! };
}

it('shows the newest answer, and the one before while it is computed', async () => {
  const { answers, ask, settle, changes } = makeAnswers();
  expect(answers.shown).toBeNull();
  ask('a');
  expect(answers.isBusy).toBe(true);
  await settle('a', 'A');
  expect([answers.shown, answers.isBusy]).toEqual(['A', false]);
  ask('b');
  expect(answers.shown).toBe('A');
  await settle('b', 'B');
  expect(answers.shown).toBe('B');
  expect(changes).toEqual(['A', 'B']);
});

it.each([
  [false, null],
  [true, 'A'],
])('where there is none, the last stays if it is to: %s', async (keepsLast, shown) => {
  const { answers, ask, settle } = makeAnswers({ keepsLast });
  ask('a');
  await settle('a', 'A');
  ask('b');
  await settle('b', null);
  expect(answers.shown).toBe(shown);
});

it('drops an answer of another model than the figure has by then, and its failure', async () => {
  const { answers, ask, settle, figure, models, host } = makeAnswers();
  ask('a');
  figure.change({ model: models[1] });
  ask('b', models[1]);
  await settle('a', 'A');
  expect(answers.shown).toBeNull();
  figure.change({ model: models[0] });
  await settle('b', new Error('no'));
  expect(host.problem).toBe('');
});

it('a failure is the problem of the host until there is an answer', async () => {
  const { ask, settle, host, answers } = makeAnswers();
  ask('a');
  await settle('a', new Error('no'));
  expect(host.problem).not.toBe('');
  ask('b');
  await settle('b', 'B');
  expect([host.problem, answers.shown]).toEqual(['', 'B']);
});

it('forgets its answer with the text, the one under way, too, and updates its host', async () => {
  const { answers, ask, settle, empty, host } = makeAnswers();
  ask('a');
  await settle('a', 'A');
  ask('b');
  const { updates } = host;
  empty();
  expect(answers.shown).toBeNull();
  expect(host.updates).toBe(updates + 1);
  await settle('b', 'B');
  expect(answers.shown).toBeNull();
  ask('b');
  await settle('b', 'again');
  expect(answers.shown).toBe('again');
});

it('asks what the figure gives to ask, now and whenever the text changes', async () => {
  const { answers, settle, figure } = makeAnswers();
  answers.askNow();
  expect(answers.isBusy).toBe(false);
  figure.write('a');
  await settle('a', 'A');
  expect(answers.shown).toBe('A');
  answers.askNow();
  expect(answers.isBusy).toBe(false);
});
