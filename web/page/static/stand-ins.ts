/** What the live page does with elements and scripts, in HTML that has neither. */

/** Lit's marks, with which it would find its values again: the live page draws its own. */
const kMarks = /<!--[^>]*-->|<\?>| lit\$\d+\$\d+| defer-hydration(?=[ >])/g;
/**
 * The elements have other names until the live page takes their place: they would come to life, and load models, between the
 * definition of their classes and the page's first rendering.
 */
const kElements = /(<\/?)glass-(?=[a-z])/g;
/** In a <noscript> Lit would find no place for a value. */
const kWithoutScripts = /(<\/?)without-scripts(?=>)/g;
/** A chapter's address in the live page, which keeps all that the reader chose. */
const kChapterLinks = /(?<=<a\s[^>]*)href="#at=(?=[\w-]+")/g;

/** @param markup rendered by Lit on a server */
export function standIns(markup: string): string {
  return compact(markup)
    .replace(kElements, '$1static-')
    .replace(kWithoutScripts, '$1noscript')
    .replace(kChapterLinks, 'href="#');
}

/** The same HTML without Lit's marks, and with one blank for many; lines of code stay as they are. */
export function compact(markup: string): string {
  return markup
    .replace(kMarks, '')
    .split(/(<pre[ >][^]*?<\/pre>)/)
    .map((part, i) => (i % 2 === 0 ? part.replace(/\s+/g, ' ') : part))
    .join('');
}

/** @param pictures what stands in the first element of each name */
export function withPictures(body: string, pictures: ReadonlyMap<string, string>): string {
  return [...pictures].reduce((markup, [tag, picture]) => {
    const end = `</${tag.replace('glass-', 'static-')}>`;
    if (!markup.includes(end)) throw new Error(`the page has no ${tag} for its picture`);
    return markup.replace(end, () => picture + end);
  }, body);
}

/** Rules for elements that are not defined yet, for what stands in for them. */
export function standInStyles(styles: string): string {
  return styles.replace(/glass-([a-z-]+):not\(:defined\)/g, 'static-$1');
}
