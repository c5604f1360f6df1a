import { GlassCircuit } from './glass-circuit.element.ts';

if (!customElements.get('glass-circuit')) customElements.define('glass-circuit', GlassCircuit);
