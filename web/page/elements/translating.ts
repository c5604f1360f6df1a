/** What the chapters 'translating' and 'what-if' show besides. */
import 'glassformer/elements/glass-translate';
