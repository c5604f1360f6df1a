/** The ids of the chapters in the order in which they are read: the prose names a chapter by its place here. */
export const chapterIds = [
  'tokens',
  'vectors',
  'looking',
  'layers',
  'next',
  'writing',
  'translating',
  'learning',
  'what-if',
  'study',
  'own-model',
  'proof',
  'sources',
] as const;

export type ChapterId = (typeof chapterIds)[number];
