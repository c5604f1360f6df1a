/** What the chapter 'vectors' shows besides. */
import 'glassformer/elements/glass-embeddings';
import 'glassformer/elements/glass-map';
import 'glassformer/elements/glass-positions';
