import { GlassEmbeddings } from './glass-embeddings.element.ts';

if (!customElements.get('glass-embeddings'))
  customElements.define('glass-embeddings', GlassEmbeddings);
