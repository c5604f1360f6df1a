import { mayDefine } from '../base/one-copy.ts';
import { GlassGenerate } from './glass-generate.element.ts';

if (mayDefine('glass-generate')) customElements.define('glass-generate', GlassGenerate);
