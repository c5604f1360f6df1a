/** The script of a page in one file (`client/one-file.ts`). The order matters: a module runs before the next is looked at. */
import './files-inside.ts';
import { given } from './given.ts';
import '../index.ts';
import { GlassElement } from '../base/glass-element.ts';

for (const { element, state } of given)
  if (state.pinned !== null && element instanceof GlassElement) element.figure.pin(state.pinned);
