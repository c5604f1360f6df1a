/** What the chapter 'proof' shows besides. */
import 'glassformer/elements/glass-proof';
