import { GlassHeads } from './glass-heads.element.ts';

if (!customElements.get('glass-heads')) customElements.define('glass-heads', GlassHeads);
