import { GlassPadding } from './glass-padding.element.ts';

if (!customElements.get('glass-padding')) customElements.define('glass-padding', GlassPadding);
