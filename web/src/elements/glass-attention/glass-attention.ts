import { mayDefine } from '../base/one-copy.ts';
import { GlassAttention } from './glass-attention.element.ts';

if (mayDefine('glass-attention')) customElements.define('glass-attention', GlassAttention);
