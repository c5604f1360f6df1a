import { GlassTokens } from './glass-tokens.element.ts';

if (!customElements.get('glass-tokens')) customElements.define('glass-tokens', GlassTokens);
