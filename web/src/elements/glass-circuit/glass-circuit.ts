import { mayDefine } from '../base/one-copy.ts';
import { GlassCircuit } from './glass-circuit.element.ts';

if (mayDefine('glass-circuit')) customElements.define('glass-circuit', GlassCircuit);
