import { mayDefine } from '../base/one-copy.ts';
import { GlassTokens } from './glass-tokens.element.ts';

if (mayDefine('glass-tokens')) customElements.define('glass-tokens', GlassTokens);
