// Stories told of somebody else: a model that has read each name in one story only must look back to
// know it, and so learns to copy (Olsson et al. 2022, "In-context Learning and Induction Heads").
import { numbersFrom } from './split.mjs';

const capitalised = /(?<=[a-z,] )[A-Z][a-z]+\b/g; // not at the beginning of a sentence
const introduced = /(?<=\b(?:named|called|said|asked) )[A-Z][a-z]+\b/g;
const rareBelow = 40; // stories
const told = 2; // how often a story must say a name before it is exchanged

const count = (counts, key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);

/** `she` or `he`, whichever a story says more of. */
const pronounOf = (story) =>
  (story.match(/\b[Ss]he\b/g)?.length ?? 0) > (story.match(/\b[Hh]e\b/g)?.length ?? 0)
    ? 'she'
    : 'he';

/**
 * The names in stories, each with the number of stories that have it and the pronoun that most of these
 * say more of. A name is a capitalised word that somewhere follows "named", "called", "said" or
 * "asked", and that is hardly ever written small.
 */
function namesIn(stories) {
  const small = new Map();
  const introductions = new Set();
  const found = new Map();
  for (const story of stories) {
    for (const [word] of story.matchAll(/\b[a-z]+\b/g)) count(small, word);
    for (const [name] of story.matchAll(introduced)) introductions.add(name);
    const pronoun = pronounOf(story);
    for (const name of new Set(story.match(capitalised))) {
      const { stories: many = 0, she = 0 } = found.get(name) ?? {};
      found.set(name, { stories: many + 1, she: she + (pronoun === 'she' ? 1 : 0) });
    }
  }
  return [...found]
    .filter(
      ([name, { stories: many }]) =>
        introductions.has(name) && (small.get(name.toLowerCase()) ?? 0) <= many / 20,
    )
    .map(([name, { stories: many, she }]) => ({
      name,
      stories: many,
      pronoun: she * 2 > many ? 'she' : 'he',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const occurrences = (story, name) =>
  story.match(new RegExp(String.raw`\b${name}\b`, 'g'))?.length ?? 0;

/**
 * A `share` of the stories again, with names that few stories have in place of their own; the same stories give the same
 * ones. Whoever is she remains she.
 */
export function withRareNames(stories, share) {
  const names = namesIn(stories);
  const known = new Map(names.map((entry) => [entry.name, entry]));
  const rare = names.filter((entry) => entry.stories < rareBelow);
  return stories.flatMap((story) => {
    const next = numbersFrom(story);
    if (next() >= share) return [];
    const own = [...new Set(story.match(capitalised))].filter(
      (name) => known.has(name) && occurrences(story, name) >= told,
    );
    const taken = new Set(own);
    let text = story;
    for (const name of own) {
      const free = rare.filter(
        (entry) => entry.pronoun === known.get(name).pronoun && !taken.has(entry.name),
      );
      if (free.length === 0) continue;
      const other = free[Math.floor(next() * free.length)].name;
      taken.add(other);
      text = text.replaceAll(new RegExp(String.raw`\b${name}\b`, 'g'), other);
    }
    return text === story ? [] : [text];
  });
}
