/** The lines of JavaScript that compute what a figure shows. */
import type { ForwardOptions, Model } from '../../index.ts';
import type { FigureState } from './figure-context.ts';
import type { Ablation } from '../../shared/run-types.ts';
import { runOptions, sourceOf } from './model-source.ts';

/**
 * What is imported, and how the model that the element shows is loaded; null where it has no name or address, or where a
 * script edits its runs.
 */
export function loadingLines(element: Element, model: Model): string | null {
  const src = sourceOf(model);
  // The code knows nothing of edits that a script has given.
  if (src === null || isEdited(runOptions(element))) return null;
  const dtype = model.dtype === 'fp32' ? '' : `, { dtype: ${code(model.dtype)} }`;
  return `import { loadModel } from 'glassformer';
const model = await loadModel(${code(src)}${dtype});

`;
}

const isEdited = ({ ablate = [], edits = [] }: ForwardOptions): boolean =>
  ablate.length > 0 || edits.length > 0;

/** What `forward` is given for the run that is shown: its text, or the ids that were read of a longer one. */
export function inputCode({ read, cut, run }: FigureState): string {
  if (read !== null && cut === null) return code(read);
  return `[${(run?.tokens ?? []).map(({ id }) => id).join(', ')}]`;
}

/** The options of `forward`, with the heads that are switched off. */
export function optionsCode(
  capture: readonly string[],
  ablate: readonly Ablation[],
  further = '',
): string {
  const off = ablate.length === 0 ? '' : `, ablate: ${JSON.stringify(ablate)}`;
  return `{ capture: [${capture.map(code).join(', ')}]${further}${off} }`;
}

/** What the code for a figure of one run begins with. */
export interface RunCode {
  /** The lines that load the model. */
  readonly loading: string;
  /** What the model reads, as code. */
  readonly input: string;
  /** The options of its run, for the hooks that are named. */
  readonly options: (capture: readonly string[]) => string;
}

/** Null as loadingLines is. */
export function runCode(
  element: Element,
  model: Model,
  { state, ablations }: { readonly state: FigureState; readonly ablations: readonly Ablation[] },
): RunCode | null {
  const loading = loadingLines(element, model);
  if (loading === null) return null;
  const options = (capture: readonly string[]) => optionsCode(capture, ablations);
  return { loading, input: inputCode(state), options };
}

/** A text as it is written in JavaScript. */
export function code(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
