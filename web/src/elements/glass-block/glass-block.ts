import { mayDefine } from '../base/one-copy.ts';
import { GlassBlock } from './glass-block.element.ts';

if (mayDefine('glass-block')) customElements.define('glass-block', GlassBlock);
