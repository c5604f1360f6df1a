import { GlassMatrix } from './glass-matrix.element.ts';

if (!customElements.get('glass-matrix')) customElements.define('glass-matrix', GlassMatrix);
