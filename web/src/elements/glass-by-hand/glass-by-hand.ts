import { GlassByHand } from './glass-by-hand.element.ts';

if (!customElements.get('glass-by-hand')) customElements.define('glass-by-hand', GlassByHand);
