/** What is drawn of a post: its tags alone, with the attributes that figures know, and the models that they name. */
import { kOfMostTags } from '../../src/elements/base/attributes.ts';
import { meantBy } from '../../src/elements/base/misspelt.ts';
import { generationControls } from '../../src/shared/options.ts';
import { printable } from '../../src/shared/printable.ts';
import { modelAttribute, modelFolder, nameOfFolder } from './models.mjs';

/** A figure is drawn without: everything is near, and nothing is known of it but what the post says. */
const kNotDrawn = ['lazy', 'loading', 'problem'];
/** They show what their reader asks for. */
export const kOfReader = ['glass-proof'];

/**
 * Roots as `drawPost` takes them, and the folders of the models.
 *
 * @param elements what the package's description tells of them
 * @param site `folder` of the post and `base`, which it is in
 * @returns `problems` too: tags whose model is not to be had, or that have attributes which their elements lack, with why
 */
export function planOf(roots, elements, site) {
  const models = [];
  const problems = [];
  const known = new Map(
    elements.map(({ tagName, attributes = [] }) => [tagName, attributes.map(({ name }) => name)]),
  );
  return { roots: roots.map(planned), models, problems };

  function planned(root) {
    const { tag, lang, attributes, figure, children } = root;
    const kept = [...attributes].filter(([name]) => isDrawn(root, name));
    return {
      tag,
      lang,
      figure: kOfReader.includes(tag) ? null : figure,
      style: attributes.get('style') ?? '',
      attributes: kept.map(([name, value]) => [
        name,
        name === modelAttribute(tag) ? addressOf(root, value.trim()) : value,
      ]),
      children: children.map(planned),
    };
  }

  /** A post may say of a tag what it may say of any; what else its element does not know is refused. */
  function isDrawn(root, name) {
    const names = known.get(root.tag);
    if (names.includes(name)) return !kNotDrawn.includes(name);
    const settings = names.includes('settings') ? Object.keys(generationControls) : [];
    const meant = kOfMostTags.test(name) ? undefined : meantBy(name, names, settings);
    if (meant !== undefined)
      problems.push({ ...root, why: `it has no attribute ${printable(name)}, expected ${meant}` });
    return false;
  }

  function addressOf(root, source) {
    let found = null;
    try {
      if (source !== '') found = modelFolder(source, site);
    } catch (error) {
      problems.push({ ...root, why: error.message });
    }
    if (found === null) return source;
    if (!models.includes(found)) models.push(found);
    return `./models/${models.indexOf(found)}/${encodeURIComponent(nameOfFolder(found))}/`;
  }
}
