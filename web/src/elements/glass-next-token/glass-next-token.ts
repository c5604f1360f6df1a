import { GlassNextToken } from './glass-next-token.element.ts';

if (!customElements.get('glass-next-token'))
  customElements.define('glass-next-token', GlassNextToken);
