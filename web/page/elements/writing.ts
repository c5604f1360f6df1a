/** What the chapter 'writing' shows besides. */
import 'glassformer/elements/glass-generate';
