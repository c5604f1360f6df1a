import { GlassVariance } from './glass-variance.element.ts';

if (!customElements.get('glass-variance')) customElements.define('glass-variance', GlassVariance);
