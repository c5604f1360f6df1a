import { GlassSurprise } from './glass-surprise.element.ts';

if (!customElements.get('glass-surprise')) customElements.define('glass-surprise', GlassSurprise);
