/** The chapters in the order in which they are read. */
import type { CreateChapter } from '../chapter.ts';
import { chapterIds, type ChapterId } from '../chapter-order.ts';
import { layers } from './layers.ts';
import { learning } from './learning/learning.ts';
import { looking } from './looking/looking.ts';
import { next } from './next.ts';
import { ownModel } from './own-model/own-model.ts';
import { proof } from './proof.ts';
import { sources } from './sources.ts';
import { study } from './study.ts';
import { tokens } from './tokens.ts';
import { translating } from './translating.ts';
import { vectors } from './vectors.ts';
import { whatIf } from './what-if.ts';
import { writing } from './writing/writing.ts';

const chapters: Readonly<Record<ChapterId, CreateChapter>> = {
  tokens,
  vectors,
  looking,
  layers,
  next,
  writing,
  translating,
  learning,
  'what-if': whatIf,
  study,
  'own-model': ownModel,
  proof,
  sources,
};

export const chapterList: readonly CreateChapter[] = chapterIds.map((id) => chapters[id]);
