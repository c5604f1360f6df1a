import { GlassAttribution } from './glass-attribution.element.ts';

if (!customElements.get('glass-attribution'))
  customElements.define('glass-attribution', GlassAttribution);
