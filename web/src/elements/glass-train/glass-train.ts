import { mayDefine } from '../base/one-copy.ts';
import { GlassTrain } from './glass-train.element.ts';

if (mayDefine('glass-train')) customElements.define('glass-train', GlassTrain);
