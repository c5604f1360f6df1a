import { mayDefine } from '../base/one-copy.ts';
import { GlassPatch } from './glass-patch.element.ts';

if (mayDefine('glass-patch')) customElements.define('glass-patch', GlassPatch);
