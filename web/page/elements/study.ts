/** What the chapter 'study' shows. */
import 'glassformer/elements/glass-ablation';
import 'glassformer/elements/glass-attribution';
import 'glassformer/elements/glass-circuit';
import 'glassformer/elements/glass-patch';
import 'glassformer/elements/glass-surprise';
import 'glassformer/elements/glass-train';
