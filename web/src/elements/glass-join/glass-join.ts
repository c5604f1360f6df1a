import { GlassJoin } from './glass-join.element.ts';

if (!customElements.get('glass-join')) customElements.define('glass-join', GlassJoin);
