import { GlassLogits } from './glass-logits.element.ts';

if (!customElements.get('glass-logits')) customElements.define('glass-logits', GlassLogits);
