// English stories: TinyStories to learn from and be examined on, longer tales and picture books as
// an extra.
import { creditsOfStories } from './credits.mjs';
import { withoutNearTexts } from './near.mjs';
import { withRareNames } from './names.mjs';
import { documentsOf, holdOutInTurn, joined } from './split.mjs';

const sources = [
  'tinystories-mix.txt',
  'tinystories-more.txt',
  'child-tales.txt',
  'storybooks-en.txt',
  'storybooks-en.attribution.tsv',
];

// A story whose end is missing would teach to stop in mid-sentence.
const isWhole = (story) => /[.!?]["']?$/.test(story);

// Openings such as "Once upon a time, there was a little girl named Lily." are everybody's; two
// stories that share a longer sentence are versions of one story.
const longSentence = 70; // characters
const sentencesOf = (story) =>
  story.split(/(?<=[.!?]["']?)\s+/).filter((sentence) => sentence.length > longSentence);
const keysOf = (story) => [story, ...sentencesOf(story)];

const wordsOf = (text) => text.toLowerCase().match(/[a-z']+/g) ?? [];

// As many of the stories are told of others, too; those without names that can be exchanged are not.
const toldOfOthers = 0.5;

// The tales are told in richer words than the stories; a third of them, the nearest, is learned from.
const nearestTales = 700;

/** Tales in the order of how many of their words the stories know: the nearest come first. */
function byFamiliarity(tales, stories) {
  const known = new Set(stories.flatMap(wordsOf));
  const familiarity = (tale) => {
    const words = wordsOf(tale);
    return words.filter((word) => known.has(word)).length / words.length;
  };
  return tales
    .map((tale) => ({ tale, share: familiarity(tale) }))
    .sort((a, b) => b.share - a.share || (a.tale < b.tale ? -1 : 1))
    .map(({ tale }) => tale);
}

const wholeStories = (text) => [...new Set(documentsOf(text).filter(isWhole))];

function split(mix, more, childTales, storybooks) {
  // 200 stories are 40,000 tokens to examine on; more would be missing where there are few.
  const { train, held } = holdOutInTurn([mix, more].map(wholeStories), keysOf, { atLeast: 200 });
  const far = (texts) => withoutNearTexts(texts, held, wordsOf, { length: 8 });
  const learned = far(train);
  const tales = byFamiliarity(far(wholeStories(childTales)), learned);
  return {
    learned,
    held,
    extra: [...tales.slice(0, nearestTales), ...far(wholeStories(storybooks))],
  };
}

const filesOf = ({ learned, held, extra }, attribution) => ({
  'train.txt': joined(learned),
  'valid.txt': joined(held),
  'extra.txt': joined(extra),
  'credits.md': creditsOfStories(attribution),
});

/**
 * train.txt, valid.txt, extra.txt and credits.md. The extra are tales and picture books, whole, for
 * they too should end where they end.
 */
export const stories = {
  sources,
  prepare: (mix, more, childTales, storybooks, attribution) =>
    filesOf(split(mix, more, childTales, storybooks), attribution),
};

/** The same files; train.txt has some of its stories a second time, told of others. */
export const storiesOfOthers = {
  sources,
  prepare(mix, more, childTales, storybooks, attribution) {
    const { learned, ...parts } = split(mix, more, childTales, storybooks);
    const all = [...learned, ...withRareNames(learned, toldOfOthers)];
    return filesOf({ ...parts, learned: all }, attribution);
  },
};
