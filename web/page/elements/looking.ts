/** What the chapter 'looking' shows besides, its worked examples included. */
import 'glassformer/elements/glass-attention-steps';
import 'glassformer/elements/glass-join';
import 'glassformer/elements/glass-variance';
import 'glassformer/elements/glass-padding';
import 'glassformer/elements/glass-embeddings';
import 'glassformer/elements/glass-by-hand';
