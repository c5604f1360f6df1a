import { GlassAttention } from './glass-attention.element.ts';

if (!customElements.get('glass-attention'))
  customElements.define('glass-attention', GlassAttention);
