import { mayDefine } from '../base/one-copy.ts';
import { GlassJoin } from './glass-join.element.ts';

if (mayDefine('glass-join')) customElements.define('glass-join', GlassJoin);
