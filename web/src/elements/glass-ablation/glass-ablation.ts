import { mayDefine } from '../base/one-copy.ts';
import { GlassAblation } from './glass-ablation.element.ts';

if (mayDefine('glass-ablation')) customElements.define('glass-ablation', GlassAblation);
