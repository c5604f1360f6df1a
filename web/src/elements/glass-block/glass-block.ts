import { GlassBlock } from './glass-block.element.ts';

if (!customElements.get('glass-block')) customElements.define('glass-block', GlassBlock);
