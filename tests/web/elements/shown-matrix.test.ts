import { describe, expect, it } from 'vitest';
import { en } from '../words.ts';
import { type MatrixSource, shownOf } from '../../../web/src/elements/glass-matrix/shown.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

const source: MatrixSource = {
  values: tensor([2, 2], [1, -Infinity, 3, 0]),
  hook: '',
  head: 0,
  mask: null,
  maskHook: '',
  rowLabels: null,
  columnLabels: null,
  rowsAs: 'none',
  columnsAs: 'none',
  scale: 'signed',
  extent: 0,
  scaleHooks: '',
  editable: false,
};
const texts = (labels: readonly { text: string }[] = []) => labels.map(({ text }) => text);

describe('what a matrix shows', () => {
  it('has one label for each row and column, however many it is given', () => {
    const labels = ['a', 'b', 'c'].map((text) => ({ text }));
    const shown = shownOf(
      { ...source, rowLabels: labels.slice(0, 1), columnLabels: labels },
      null,
      en,
    );
    expect([texts(shown?.rows), texts(shown?.columns)]).toEqual([
      ['a', ''],
      ['a', 'b'],
    ]);
    expect(texts(shownOf(source, null, en)?.rows)).toEqual(['1', '2']);
  });

  it('is nothing for a hook that the run has not, whatever objects inherit', () => {
    for (const hook of ['logits', '__proto__', 'constructor', 'toString'])
      expect(shownOf({ ...source, values: null, hook }, { tokens: [], activations: {} }, en)).toBe(
        null,
      );
  });

  it('is hidden by a mask of its own shape, else by its own numbers', () => {
    const mask = tensor([2, 2], [0, 0, 0, -Infinity]);
    const hidden = (given: MatrixSource['mask']) => [
      ...(shownOf({ ...source, mask: given }, null, en)?.mask.data ?? []),
    ];
    expect(hidden(mask)).toEqual([...mask.data]);
    expect(hidden(tensor([4, 1], [0, 0, 0, -Infinity]))).toEqual([1, -Infinity, 3, 0]);
  });

  it('names of a row only weights that the mask leaves', () => {
    const values = tensor([1, 3], [0.6, 0.4, 0]);
    const columnLabels = ['x', 'y', 'z'].map((text, position) => ({ text, position }));
    const rowLabels = [{ text: 'q', position: 3 }];
    const attention = {
      ...source,
      values,
      rowLabels,
      columnLabels,
      rowsAs: 'query',
      columnsAs: 'key',
      scale: 'probability',
    } as const;
    const told = (mask: MatrixSource['mask']) => {
      const shown = shownOf({ ...attention, mask }, null, en);
      return shown?.accessible.strongest(shown.matrix, shown.mask, 0);
    };
    expect(told(null)).toBe('“q” looks at “x” with 0.60, “y” with 0.40');
    expect(told(tensor([1, 3], [-Infinity, 1, 1]))).toBe('“q” looks at “y” with 0.40');
    expect(told(tensor([1, 3], Array(3).fill(-Infinity)))).toBe('“q”');
  });
});
