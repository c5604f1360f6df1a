import { mayDefine } from '../base/one-copy.ts';
import { GlassEmbeddings } from './glass-embeddings.element.ts';

if (mayDefine('glass-embeddings')) customElements.define('glass-embeddings', GlassEmbeddings);
