/** All elements: importing this file defines every tag. The classes, tag by tag, are in `glassformer/elements/<tag>.element`. */
import './glass-model/glass-model.ts';
import './glass-input/glass-input.ts';
import './glass-tokens/glass-tokens.ts';
import './glass-matrix/glass-matrix.ts';
import './glass-embeddings/glass-embeddings.ts';
import './glass-attention/glass-attention.ts';
import './glass-attention-steps/glass-attention-steps.ts';
import './glass-next-token/glass-next-token.ts';
import './glass-beam-tree/glass-beam-tree.ts';
import './glass-generate/glass-generate.ts';
import './glass-by-hand/glass-by-hand.ts';
import './glass-block/glass-block.ts';
import './glass-changes/glass-changes.ts';
import './glass-heads/glass-heads.ts';
import './glass-translate/glass-translate.ts';
import './glass-map/glass-map.ts';
import './glass-save/glass-save.ts';
import './glass-positions/glass-positions.ts';
import './glass-train/glass-train.ts';
import './glass-variance/glass-variance.ts';
import './glass-padding/glass-padding.ts';
import './glass-proof/glass-proof.ts';

export { setAssetsUrl } from '../client/assets.ts';
export { languages, registerLanguage, wordsFor } from './i18n/languages.ts';
export type { Words } from './i18n/en.ts';
export { type Problem, problemOf, problemSentence } from './i18n/problem.ts';
export { palette } from './base/palette.ts';
export { latestOnly } from './base/latest.ts';
export { whenNear } from './base/nearness.ts';
export { typed } from './base/typed.ts';
export {
  generationControls,
  generationTranslationControls,
  type OptionControl,
} from '../shared/options.ts';
export type { Theme } from '../view/colour.ts';
export type { HeadPlace, Stack } from '../view/heads.ts';
export type { Spot } from '../view/selection.ts';
export { signedExtent } from '../view/extent.ts';
export { runOfExample, runOfSeeded } from '../view/run.ts';
export type { FigureContext, FigureState } from './base/figure-context.ts';
export type { Axis } from '../view/axis.ts';
export type { GlassMatrix } from './glass-matrix/glass-matrix.element.ts';
export type { GlassModel } from './glass-model/glass-model.element.ts';
export type { GlassInput } from './glass-input/glass-input.element.ts';
export type { GlassTokens } from './glass-tokens/glass-tokens.element.ts';
export type { GlassEmbeddings } from './glass-embeddings/glass-embeddings.element.ts';
export type { AttentionView, GlassAttention } from './glass-attention/glass-attention.element.ts';
export type { GlassAttentionSteps } from './glass-attention-steps/glass-attention-steps.element.ts';
export type {
  ChoiceSettings,
  GlassNextToken,
} from './glass-next-token/glass-next-token.element.ts';
export type { GlassBeamTree } from './glass-beam-tree/glass-beam-tree.element.ts';
export type { GlassGenerate, GenerationProgress } from './glass-generate/glass-generate.element.ts';
export type { GlassByHand } from './glass-by-hand/glass-by-hand.element.ts';
export type { GlassBlock } from './glass-block/glass-block.element.ts';
export type { GlassChanges } from './glass-changes/glass-changes.element.ts';
export type { GlassHeads } from './glass-heads/glass-heads.element.ts';
export type { GlassTranslate, Picks } from './glass-translate/glass-translate.element.ts';
export type { PinnedTokens } from './glass-translate/linked.ts';
export type { GlassSave, SaveFormat } from './glass-save/glass-save.element.ts';
export type { FigureData } from './base/export/json.ts';
export type { GlassMap, MapView } from './glass-map/glass-map.element.ts';
export type { GlassPositions } from './glass-positions/glass-positions.element.ts';
export type { GlassTrain } from './glass-train/glass-train.element.ts';
export type { TrainPoint } from './glass-train/course.ts';
export type { Lesson } from './glass-train/lesson.ts';
export type { GlassVariance } from './glass-variance/glass-variance.element.ts';
export type { GlassPadding } from './glass-padding/glass-padding.element.ts';
export type { GlassProof } from './glass-proof/glass-proof.element.ts';
export type { Mode, Settings } from './base/controls.ts';
