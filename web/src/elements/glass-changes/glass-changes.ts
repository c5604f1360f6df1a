import { mayDefine } from '../base/one-copy.ts';
import { GlassChanges } from './glass-changes.element.ts';

if (mayDefine('glass-changes')) customElements.define('glass-changes', GlassChanges);
