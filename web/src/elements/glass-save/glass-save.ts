import { mayDefine } from '../base/one-copy.ts';
import { GlassSave } from './glass-save.element.ts';

if (mayDefine('glass-save')) customElements.define('glass-save', GlassSave);
