import { GlassPositions } from './glass-positions.element.ts';

if (!customElements.get('glass-positions'))
  customElements.define('glass-positions', GlassPositions);
