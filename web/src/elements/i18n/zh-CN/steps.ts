/** Buttons that step from one cell of a figure to the next. */
import type { steps as words } from '../en/steps.ts';

export const steps: typeof words = {
  name: '从这一格移到下一格',
  left: '向左一格',
  up: '向上一格',
  down: '向下一格',
  right: '向右一格',
};
