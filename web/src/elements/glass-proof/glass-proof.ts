import { GlassProof } from './glass-proof.element.ts';

if (!customElements.get('glass-proof')) customElements.define('glass-proof', GlassProof);
