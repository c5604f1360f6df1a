import { mayDefine } from '../base/one-copy.ts';
import { GlassLogits } from './glass-logits.element.ts';

if (mayDefine('glass-logits')) customElements.define('glass-logits', GlassLogits);
