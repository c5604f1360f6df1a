import { GlassMap } from './glass-map.element.ts';

if (!customElements.get('glass-map')) customElements.define('glass-map', GlassMap);
