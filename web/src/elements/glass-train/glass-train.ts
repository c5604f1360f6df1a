import { GlassTrain } from './glass-train.element.ts';

if (!customElements.get('glass-train')) customElements.define('glass-train', GlassTrain);
