import { mayDefine } from '../base/one-copy.ts';
import { GlassAttribution } from './glass-attribution.element.ts';

if (mayDefine('glass-attribution')) customElements.define('glass-attribution', GlassAttribution);
