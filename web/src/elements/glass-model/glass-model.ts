import { GlassModel } from './glass-model.element.ts';

if (!customElements.get('glass-model')) customElements.define('glass-model', GlassModel);
