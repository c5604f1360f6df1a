import { mayDefine } from '../base/one-copy.ts';
import { GlassPadding } from './glass-padding.element.ts';

if (mayDefine('glass-padding')) customElements.define('glass-padding', GlassPadding);
