import { mayDefine } from '../base/one-copy.ts';
import { GlassInput } from './glass-input.element.ts';

if (mayDefine('glass-input')) customElements.define('glass-input', GlassInput);
