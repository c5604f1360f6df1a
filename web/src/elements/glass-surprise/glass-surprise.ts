import { mayDefine } from '../base/one-copy.ts';
import { GlassSurprise } from './glass-surprise.element.ts';

if (mayDefine('glass-surprise')) customElements.define('glass-surprise', GlassSurprise);
