import { GlassSave } from './glass-save.element.ts';

if (!customElements.get('glass-save')) customElements.define('glass-save', GlassSave);
