import { mayDefine } from '../base/one-copy.ts';
import { GlassHeads } from './glass-heads.element.ts';

if (mayDefine('glass-heads')) customElements.define('glass-heads', GlassHeads);
