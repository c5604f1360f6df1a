import { GlassFeedForward } from './glass-feed-forward.element.ts';

if (!customElements.get('glass-feed-forward'))
  customElements.define('glass-feed-forward', GlassFeedForward);
