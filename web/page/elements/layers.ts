/** What the chapter 'layers' shows besides. */
import 'glassformer/elements/glass-block';
