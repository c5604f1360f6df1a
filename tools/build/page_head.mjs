// What a document of the page says of itself: to browsers, to search engines, and to what shows a preview of a link to it.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from '../lib/shell.mjs';

/** Of the pictures that previews of links show; made by tools/make_link_pictures.mjs. */
export const kLinkPicture = { width: 1200, height: 630 };

/** Whose pictures a language has until it has its own. */
export const kFirstLanguage = 'en';

export const linkPicture = (language) => `link-${language}.png`;

/**
 * Where the page will be served, as GLASSFORMER_SITE says: an absolute address with a slash at its end; null where that is not
 * known.
 */
export function siteIn({ GLASSFORMER_SITE: given = '' }) {
  if (given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Problem(
      `GLASSFORMER_SITE is "${given}"; expected the address of the page's folder, such as https://example.org/glassformer/`,
    );
  return url.href.replace(/\/?$/, '/');
}

/** What the build says where it is not known; else null. */
export function siteNote(env) {
  return siteIn(env) === null
    ? '  GLASSFORMER_SITE is not set: canonical and hreflang addresses are relative, and og:url and og:image are left out'
    : null;
}

function pictureOf(language) {
  const own = join(root, 'web/page', linkPicture(language));
  return existsSync(own) ? own : join(root, 'web/page', linkPicture(kFirstLanguage));
}

export function copyLinkPictures(documents, pageFolder) {
  for (const { language } of documents)
    copyFileSync(pictureOf(language), join(pageFolder, linkPicture(language)));
}

/**
 * Where nothing is known of the host, addresses are relative; og:url and og:image, which are read as absolute ones only, are
 * left out.
 * @param document one of `documents`, which are one page in every language, the main one in the shortest path
 * @param script a file that the page's script asks for first
 * @param site where the page will be served, or null
 */
export function headOf(document, { documents, script, site }) {
  const { language, path, up, tag, title, description } = document;
  const to = (other) => {
    const below = other.replace(/^\.\//, '');
    return site === null ? up + below : new URL(below, site).href;
  };
  const meta = (kind, name, content) => `<meta ${kind}="${name}" content="${escaped(content)}" />`;
  const alternate = (lang, other) =>
    `<link rel="alternate" hreflang="${lang}" href="${escaped(to(other))}" />`;
  const [main] = documents.map((other) => other.path).sort((a, b) => a.length - b.length);
  const absolute =
    site === null
      ? [meta('name', 'twitter:card', 'summary')]
      : [
          meta('property', 'og:url', to(path)),
          meta('property', 'og:image', to(linkPicture(language))),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', String(kLinkPicture.width)),
          meta('property', 'og:image:height', String(kLinkPicture.height)),
          meta('property', 'og:image:alt', title),
          meta('name', 'twitter:card', 'summary_large_image'),
        ];
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:locale', tag.replace('-', '_')),
    ...absolute,
    `<link rel="canonical" href="${escaped(to(path))}" />`,
    ...documents.map((other) => alternate(other.tag, other.path)),
    alternate('x-default', main),
    // The page's script asks for it, but only when it runs itself.
    `<link rel="modulepreload" href="${up}${script}" />`,
  ].join('\n');
}

function escaped(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character]);
}
