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

export { palette } from './base/palette.ts';
export { runOfExample, runOfSeeded } from '../view/run.ts';
export type { Figure, FigureState } from './base/figure.ts';
export type { Axis } from '../view/axis.ts';
export type { GlassMatrix } from './glass-matrix/glass-matrix.element.ts';
export type { GlassModel } from './glass-model/glass-model.element.ts';
export type { GlassInput } from './glass-input/glass-input.element.ts';
export type { GlassTokens } from './glass-tokens/glass-tokens.element.ts';
export type { GlassEmbeddings } from './glass-embeddings/glass-embeddings.element.ts';
export type { AttentionView, GlassAttention } from './glass-attention/glass-attention.element.ts';
export type { GlassAttentionSteps } from './glass-attention-steps/glass-attention-steps.element.ts';
export type { GlassNextToken } from './glass-next-token/glass-next-token.element.ts';
export type { GlassBeamTree } from './glass-beam-tree/glass-beam-tree.element.ts';
export type { GlassGenerate } from './glass-generate/glass-generate.element.ts';
export type { GlassByHand } from './glass-by-hand/glass-by-hand.element.ts';
export type { Mode, Settings } from './glass-generate/controls.ts';
