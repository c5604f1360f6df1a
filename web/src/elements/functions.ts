/** What goes with the elements: functions, settings and languages. Importing this file defines no tag. */
export { setAssetsUrl } from '../client/assets.ts';
export { languages, onLanguage, registerLanguage } from './i18n/languages.ts';
export { wordsFor } from './i18n/subjects/common.ts';
export type { Words } from './i18n/words.ts';
export { type Problem, problemOf, problemSentence, sayErrors } from './i18n/problem.ts';
export { palette } from './base/palette.ts';
export { asLearned, defaultSettings } from './base/controls.ts';
export { latestOnly } from './base/latest.ts';
export { loadedFrom, type ModelOrigin } from './base/model-source.ts';
export { bringAllNear, whenNear } from './base/nearness.ts';
export { typed } from './base/typed.ts';
export { generationControls, generationTranslationControls } from '../shared/options.ts';
export { signedExtent } from '../view/extent.ts';
export { runOfExample, runOfSeeded } from '../view/run.ts';
