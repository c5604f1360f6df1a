/** What the chapter 'layers' shows besides. */
import 'glassformer/elements/glass-block';
import 'glassformer/elements/glass-feed-forward';
import 'glassformer/elements/glass-logits';
import 'glassformer/elements/glass-norm';
