import { mayDefine } from '../base/one-copy.ts';
import { GlassNorm } from './glass-norm.element.ts';

if (mayDefine('glass-norm')) customElements.define('glass-norm', GlassNorm);
