import { GlassAttentionSteps } from './glass-attention-steps.element.ts';

if (!customElements.get('glass-attention-steps'))
  customElements.define('glass-attention-steps', GlassAttentionSteps);
