import { mayDefine } from '../base/one-copy.ts';
import { GlassMap } from './glass-map.element.ts';

if (mayDefine('glass-map')) customElements.define('glass-map', GlassMap);
