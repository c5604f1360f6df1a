/** Pictures of figures without their elements, as templates: for what is drawn when a page is built. Importing this file defines no tag. */
export { headHabits } from '../view/heads.ts';
export { matrixOf } from '../view/matrix.ts';
export {
  type StillAttention,
  stillAttention,
  stillCandidates,
  stillHeads,
  stillStyles,
} from '../view/drawings/still.ts';
