import { mayDefine } from '../base/one-copy.ts';
import { GlassMatrix } from './glass-matrix.element.ts';

if (mayDefine('glass-matrix')) customElements.define('glass-matrix', GlassMatrix);
