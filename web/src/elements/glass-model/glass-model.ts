import { mayDefine } from '../base/one-copy.ts';
import { GlassModel } from './glass-model.element.ts';

if (mayDefine('glass-model')) customElements.define('glass-model', GlassModel);
