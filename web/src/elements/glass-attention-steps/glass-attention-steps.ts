import { mayDefine } from '../base/one-copy.ts';
import { GlassAttentionSteps } from './glass-attention-steps.element.ts';

if (mayDefine('glass-attention-steps'))
  customElements.define('glass-attention-steps', GlassAttentionSteps);
