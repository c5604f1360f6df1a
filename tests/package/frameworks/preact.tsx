import type {} from 'glassformer/preact';
import type { GlassAttention } from 'glassformer/elements';
import { createRef } from 'preact';

export const ref = createRef<GlassAttention>();
export const named = <glass-model class="figure" />;
