/** All words of the elements, of every subject. */
import type { Vocabulary } from '../../web/src/elements/i18n/languages.ts';
import { common } from '../../web/src/elements/i18n/subjects/common.ts';
import { generating } from '../../web/src/elements/i18n/subjects/generating.ts';
import { layers } from '../../web/src/elements/i18n/subjects/layers.ts';
import { learning } from '../../web/src/elements/i18n/subjects/learning.ts';
import { post } from '../../web/src/elements/i18n/subjects/post.ts';
import { proof } from '../../web/src/elements/i18n/subjects/proof.ts';
import { recipes } from '../../web/src/elements/i18n/subjects/recipes.ts';
import { steps } from '../../web/src/elements/i18n/subjects/steps.ts';
import { study } from '../../web/src/elements/i18n/subjects/study.ts';
import { sums } from '../../web/src/elements/i18n/subjects/sums.ts';
import { translating } from '../../web/src/elements/i18n/subjects/translating.ts';
import { vectors } from '../../web/src/elements/i18n/subjects/vectors.ts';
import type { Words } from '../../web/src/elements/i18n/words.ts';

export const everything: Vocabulary<Words> = common
  .with(sums)
  .with(vectors)
  .with(layers)
  .with(generating)
  .with(translating)
  .with(learning)
  .with(study)
  .with(post)
  .with(recipes)
  .with(proof)
  .with(steps);

export const en = everything.in('en');
export const zh = everything.in('zh');
