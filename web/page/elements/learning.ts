/** What the chapter 'learning' shows besides. */
import 'glassformer/elements/glass-generate';
import 'glassformer/elements/glass-train';
