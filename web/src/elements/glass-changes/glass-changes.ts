import { GlassChanges } from './glass-changes.element.ts';

if (!customElements.get('glass-changes')) customElements.define('glass-changes', GlassChanges);
