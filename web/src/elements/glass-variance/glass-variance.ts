import { mayDefine } from '../base/one-copy.ts';
import { GlassVariance } from './glass-variance.element.ts';

if (mayDefine('glass-variance')) customElements.define('glass-variance', GlassVariance);
