import { mayDefine } from '../base/one-copy.ts';
import { GlassBeamTree } from './glass-beam-tree.element.ts';

if (mayDefine('glass-beam-tree')) customElements.define('glass-beam-tree', GlassBeamTree);
