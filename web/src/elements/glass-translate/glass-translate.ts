import { GlassTranslate } from './glass-translate.element.ts';

if (!customElements.get('glass-translate'))
  customElements.define('glass-translate', GlassTranslate);
