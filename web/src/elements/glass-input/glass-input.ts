import { GlassInput } from './glass-input.element.ts';

if (!customElements.get('glass-input')) customElements.define('glass-input', GlassInput);
