/** Which model has computed a run: while another one comes, figures keep the run of the one before. */
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';

const models = new WeakMap<Run, Model>();

export const ranBy = (run: Run, model: Model): void => void models.set(run, model);

/** Null where nobody has told. */
export const modelOf = (run: Run): Model | null => models.get(run) ?? null;

/** What nobody has told of, such as a run that a script has given, may be any model's. */
export const isOfAnother = (run: Run, model: Model): boolean => (modelOf(run) ?? model) !== model;
