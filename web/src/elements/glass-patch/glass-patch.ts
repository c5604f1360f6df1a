import { GlassPatch } from './glass-patch.element.ts';

if (!customElements.get('glass-patch')) customElements.define('glass-patch', GlassPatch);
