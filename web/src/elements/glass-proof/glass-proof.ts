import { mayDefine } from '../base/one-copy.ts';
import { GlassProof } from './glass-proof.element.ts';

if (mayDefine('glass-proof')) customElements.define('glass-proof', GlassProof);
