/** What every part of the page shows: fetched with the page itself. */
import 'glassformer/elements/glass-model';
import 'glassformer/elements/glass-input';
import 'glassformer/elements/glass-tokens';
import 'glassformer/elements/glass-heads';
import 'glassformer/elements/glass-attention';
import 'glassformer/elements/glass-matrix';
import 'glassformer/elements/glass-next-token';
import 'glassformer/elements/glass-save';
import 'glassformer/elements/glass-changes';
