/** What the chapter 'proof' shows besides. */
import 'glassformer/elements/glass-proof';

export { goldens } from '../goldens.ts';
