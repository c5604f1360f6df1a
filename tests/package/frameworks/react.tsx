import type {} from 'glassformer/react';
import type { GlassAttention } from 'glassformer/elements';
import { createRef } from 'react';

export const ref = createRef<GlassAttention>();
export const named = <glass-model className="figure" />;
