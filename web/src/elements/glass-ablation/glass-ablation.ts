import { GlassAblation } from './glass-ablation.element.ts';

if (!customElements.get('glass-ablation')) customElements.define('glass-ablation', GlassAblation);
