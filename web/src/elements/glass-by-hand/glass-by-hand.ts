import { mayDefine } from '../base/one-copy.ts';
import { GlassByHand } from './glass-by-hand.element.ts';

if (mayDefine('glass-by-hand')) customElements.define('glass-by-hand', GlassByHand);
