/** The lines of JavaScript that compute what a figure shows. */
import type { ForwardOptions, Model } from '../../index.ts';
import type { FigureState } from './figure-context.ts';
import type { Ablation } from '../../shared/run-types.ts';
import { runOptions, sourceOf } from './model-source.ts';

/** A call of a function of `glassformer/study`. */
interface StudyCall {
  readonly name: string;
  /** The fields of its answer that the figure shows. */
  readonly gives: readonly string[];
  /** What it is given behind the model, as code. */
  readonly inputs: readonly string[];
  /** Those that are null are left out. */
  readonly options?: Readonly<Record<string, string | number | boolean | null>>;
  readonly ablations: readonly Ablation[];
}

/** Characters of a line, from which on each argument has one of its own. */
const kLineLength = 90;

/**
 * The model that the element shows is loaded, and the call made; null where the model has no name or address, or where a script
 * edits its runs.
 */
export function studyCode(
  element: Element,
  model: Model,
  { name, gives, inputs, options = {}, ablations }: StudyCall,
): string | null {
  const src = sourceOf(model);
  // The code knows nothing of edits that a script has given.
  if (src === null || isEdited(runOptions(element))) return null;
  const dtype = model.dtype === 'fp32' ? '' : `, { dtype: ${code(model.dtype)} }`;
  const fields = Object.entries(options)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? code(value) : value}`);
  if (ablations.length > 0) fields.push(`ablate: ${JSON.stringify(ablations)}`);
  const given = ['model', ...inputs, ...(fields.length > 0 ? [`{ ${fields.join(', ')} }`] : [])];
  const call = `const { ${gives.join(', ')} } = await ${name}`;
  const line = `${call}(${given.join(', ')});`;
  return `import { loadModel } from 'glassformer';
import { ${name} } from 'glassformer/study';

const model = await loadModel(${code(src)}${dtype});
${line.length > kLineLength ? `${call}(\n  ${given.join(',\n  ')},\n);` : line}
`;
}

const isEdited = ({ ablate = [], edits = [] }: ForwardOptions): boolean =>
  ablate.length > 0 || edits.length > 0;

/** What the model reads for the run that is shown: its text, or the ids that were read of a longer one. */
export function inputCode({ read, cut, run }: FigureState): string {
  if (read !== null && cut === null) return code(read);
  return `[${(run?.tokens ?? []).map(({ id }) => id).join(', ')}]`;
}

/** A text as it is written in JavaScript. */
export function code(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
