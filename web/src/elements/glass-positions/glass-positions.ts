import { mayDefine } from '../base/one-copy.ts';
import { GlassPositions } from './glass-positions.element.ts';

if (mayDefine('glass-positions')) customElements.define('glass-positions', GlassPositions);
