import { mayDefine } from '../base/one-copy.ts';
import { GlassTranslate } from './glass-translate.element.ts';

if (mayDefine('glass-translate')) customElements.define('glass-translate', GlassTranslate);
