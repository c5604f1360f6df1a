import { GlassBeamTree } from './glass-beam-tree.element.ts';

if (!customElements.get('glass-beam-tree')) customElements.define('glass-beam-tree', GlassBeamTree);
