/** The choice between the two ways of showing attention. */
import type { TemplateResult } from 'lit';
import { segments } from './segments.ts';
import type { Common } from '../i18n/subjects/common.ts';

export type AttentionView = 'matrix' | 'lines';

export const viewChoice = (
  words: Common,
  view: AttentionView,
  choose: (view: AttentionView) => void,
): TemplateResult =>
  segments<AttentionView>(
    words.view,
    'view',
    [
      ['matrix', words.asMatrix],
      ['lines', words.asLines],
    ],
    view,
    choose,
  );
