import { GlassGenerate } from './glass-generate.element.ts';

if (!customElements.get('glass-generate')) customElements.define('glass-generate', GlassGenerate);
