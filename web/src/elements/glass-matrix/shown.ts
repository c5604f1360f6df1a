/** What a matrix shows: numbers with their labels, scale and mask, from its own properties or from the run around it. */
import { GlassformerError } from '../../shared/error.ts';
import { printable } from '../../shared/printable.ts';
import type { Run, Tensor } from '../../shared/run-types.ts';
import type { Axis } from '../../view/axis.ts';
import type { Scale } from '../../view/colour.ts';
import { signedExtent } from '../../view/extent.ts';
import { fitLabels, type Label, tokenLabels } from '../../view/label.ts';
import { headsOf, maskOf, type Matrix, matrixOf, rowOf } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import { checkWhole, wordsIn } from '../base/attributes.ts';
import { type Json, rowsOf } from '../base/export/json.ts';
import type { FigureState } from '../base/figure-context.ts';
import { labelsIn, type Rows, tensorIn } from '../base/json-attributes.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { AccessibleNames } from './accessible-names.ts';

/** The properties of the element that this follows from, as they are explained there. */
export interface MatrixSource {
  readonly values: Tensor | Rows | null;
  readonly hook: string;
  readonly head: number;
  readonly mask: Tensor | Rows | null;
  readonly maskHook: string;
  readonly rowLabels: readonly (Label | string)[] | null;
  readonly columnLabels: readonly (Label | string)[] | null;
  readonly rowsAs: Axis;
  readonly columnsAs: Axis;
  readonly scale: Scale;
  readonly extent: number;
  readonly scaleHooks: string;
  readonly editable: boolean;
}

export interface Shown {
  readonly values: Tensor;
  readonly matrix: Matrix;
  /** Its hidden entries hide the cells: the given mask, or the numbers themselves. */
  readonly mask: Matrix;
  /** What the mask is of, where it was given. */
  readonly maskValues: Tensor | null;
  /** The number at the end of the scale. */
  readonly extent: number;
  /** One for each row and column of the matrix. */
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  readonly accessible: AccessibleNames;
}

/** Null while the run lacks the activation. */
export function shownOf(source: MatrixSource, run: Run | null, words: Common): Shown | null {
  const values = tensorIn(source.values) ?? activationOf(run, source.hook);
  if (values === null) return null;
  checkWhole('head', source.head, 0, headsOf(values) - 1);
  const matrix = matrixOf(values, source.head);
  const rows = labelsOf(labelsIn(source.rowLabels), source.rowsAs, matrix.rows, run);
  const columns = labelsOf(labelsIn(source.columnLabels), source.columnsAs, matrix.columns, run);
  const maskValues = tensorIn(source.mask) ?? activationOf(run, source.maskHook);
  const mask = maskOf(maskValues, source.head, matrix) ?? matrix;
  const looks = source.rowsAs === 'query' && source.columnsAs === 'key';
  const isAttention = looks && source.scale === 'probability' && !source.editable;
  return {
    values,
    matrix,
    mask,
    maskValues,
    extent: extentOf(source, matrix, mask, run),
    rows,
    columns,
    accessible: new AccessibleNames(words, { rows, columns, isAttention }),
  };
}

/**
 * Throws where one of its activations is among those that the model lacks, or where a run (a script's, too) has it under the
 * name of a stack: in an encoder–decoder all names begin with "encoder." or "decoder.".
 */
export function checkHooks(source: MatrixSource, { run, lacked }: FigureState): void {
  const there = Object.keys(run?.activations ?? {});
  for (const name of hooksOf(source)) {
    const near = lacked.get(name) ?? there.filter((each) => each.endsWith(`coder.${name}`));
    if (near.length === 0 && !lacked.has(name)) continue;
    const others = near.length > 0 ? `, but '${near.join("' and '")}'` : '';
    throw new GlassformerError(
      'InvalidArgument',
      `this model has no activation named '${printable(name)}'${others}`,
      { details: { kind: 'noActivation', name, near } },
    );
  }
}

/** Hooks of the activations that it takes from the run. */
export function hooksOf({ values, hook, maskHook, scaleHooks }: MatrixSource): readonly string[] {
  const hooks = [values === null ? hook : '', maskHook, ...wordsIn(scaleHooks)];
  return hooks.filter((each) => each !== '');
}

/** Its numbers row by row with their labels, and what the mask hides. */
export function jsonOf({ matrix, rows, columns, mask }: Shown): Readonly<Record<string, Json>> {
  const isMasked = mask.data.some(isHidden);
  return {
    rows: rows.map(({ text }) => text),
    columns: columns.map(({ text }) => text),
    values: rowsOf(matrix),
    ...(isMasked ? { hidden: hiddenOf(mask) } : {}),
  };
}

/** Row by row, whether the mask hides the cell. */
function hiddenOf(mask: Matrix): boolean[][] {
  return Array.from({ length: mask.rows }, (_, row) => Array.from(rowOf(mask, row), isHidden));
}

/** Whether one with numbers of its own takes its mask, its scale or its labels from the run. */
export function takesFromRun(source: MatrixSource): boolean {
  const { rowsAs, rowLabels, columnsAs, columnLabels } = source;
  const areTokens =
    (rowsAs !== 'none' && rowLabels === null) || (columnsAs !== 'none' && columnLabels === null);
  return areTokens || hooksOf(source).length > 0;
}

function activationOf(run: Run | null, hook: string): Tensor | null {
  return run && Object.hasOwn(run.activations, hook) ? run.activations[hook]! : null;
}

function extentOf(
  { extent, scale, scaleHooks, head }: MatrixSource,
  matrix: Matrix,
  mask: Matrix,
  run: Run | null,
): number {
  if (extent > 0) return extent;
  if (scale === 'probability') return 1;
  const others = wordsIn(scaleHooks).flatMap((hook) => {
    const array = activationOf(run, hook);
    return array ? [matrixOf(array, Math.min(head, headsOf(array) - 1)).data] : [];
  });
  return signedExtent(mask === matrix ? matrix.data : leftBy(mask, matrix), ...others);
}

/** The numbers that a mask leaves; 0 in place of the others. */
function leftBy(mask: Matrix, { data }: Matrix): Float32Array {
  const left = new Float32Array(data.length);
  for (let i = 0; i < data.length; ++i)
    if (!isHidden(mask.data[i] as number)) left[i] = data[i] as number;
  return left;
}

/** The given ones; else the run's tokens, where these are what rows or columns stand for; else numbers from 1. */
function labelsOf(
  given: readonly Label[] | null,
  axis: Axis,
  count: number,
  run: Run | null,
): readonly Label[] {
  if (given !== null) return fitLabels(given, count);
  if (axis !== 'none' && run?.tokens.length === count) return tokenLabels(run.tokens);
  return Array.from({ length: count }, (_, i) => ({ text: String(i + 1) }));
}
