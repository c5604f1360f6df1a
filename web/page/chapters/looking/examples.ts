/** The chapter's worked examples, which are fetched with its elements. */
export { byHandView } from './by-hand/view.ts';
export { lifeView } from './life/view.ts';
