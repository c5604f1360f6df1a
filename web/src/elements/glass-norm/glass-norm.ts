import { GlassNorm } from './glass-norm.element.ts';

if (!customElements.get('glass-norm')) customElements.define('glass-norm', GlassNorm);
