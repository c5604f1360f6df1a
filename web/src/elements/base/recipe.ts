/** The lines of JavaScript that compute what a figure shows. */
import type { Model } from '../../index.ts';
import type { FigureState } from './figure-context.ts';
import type { Ablation } from '../../shared/run-types.ts';
import { parentOf } from './locale.ts';

/** What is imported, and how the model of the `<glass-model>` around is loaded; null where none has a `src`. */
export function loadingLines(
  element: Element,
  model: Model,
  functions: readonly string[] = [],
): string | null {
  const src = sourceOf(element);
  if (src === null) return null;
  const dtype = model.dtype === 'fp32' ? '' : `, { dtype: ${code(model.dtype)} }`;
  return `import { ${['loadModel', ...functions].join(', ')} } from 'glassformer';
const model = await loadModel(${code(src)}${dtype});

`;
}

function sourceOf(element: Element): string | null {
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    const { src } = at as Partial<{ src: unknown }>;
    if (at.localName === 'glass-model' && typeof src === 'string' && src !== '') return src;
  }
  return null;
}

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

/** Null where the model that is shown is not loaded from a `src`. */
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
