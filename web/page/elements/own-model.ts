/** What the chapter 'own-model' shows besides. */
import 'glassformer/elements/glass-block';
import 'glassformer/elements/glass-generate';
import 'glassformer/elements/glass-proof';
import 'glassformer/elements/glass-surprise';
import 'glassformer/elements/glass-translate';
