import { mayDefine } from '../base/one-copy.ts';
import { GlassNextToken } from './glass-next-token.element.ts';

if (mayDefine('glass-next-token')) customElements.define('glass-next-token', GlassNextToken);
