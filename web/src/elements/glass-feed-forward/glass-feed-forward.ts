import { mayDefine } from '../base/one-copy.ts';
import { GlassFeedForward } from './glass-feed-forward.element.ts';

if (mayDefine('glass-feed-forward')) customElements.define('glass-feed-forward', GlassFeedForward);
