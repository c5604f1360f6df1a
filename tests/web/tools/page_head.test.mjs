import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  headOf,
  kLinkPicture,
  linkPicture,
  siteIn,
  siteNote,
} from '../../../tools/build/page_head.mjs';

const documents = [
  { language: 'en', path: './', up: './', tag: 'en', title: 'A "title"', description: 'Said' },
  { language: 'zh', path: './zh/', up: '../', tag: 'zh-CN', title: '标题', description: '说明' },
];
const [english, chinese] = documents;

const head = (document, site) => headOf(document, { documents, script: 'assets/texts.js', site });
const content = (text, key) =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)" />`).exec(text)?.[1];
const canonical = (text) => /<link rel="canonical" href="([^"]*)" \/>/.exec(text)?.[1];

describe('headOf', () => {
  it('has relative addresses only, where the host is not known', () => {
    const text = head(chinese, null);
    expect(canonical(text)).toBe('../zh/');
    expect(content(text, 'twitter:card')).toBe('summary');
    expect(content(text, 'og:url')).toBeUndefined();
    expect(content(text, 'og:image')).toBeUndefined();
    expect(text).not.toContain('http');
    expect(content(head(english, null), 'og:title')).toBe('A &quot;title&quot;');
  });

  it('has absolute addresses and a large picture in its language, where it is', () => {
    const site = 'https://example.org/some/folder/';
    const text = head(chinese, site);
    expect(canonical(text)).toBe(`${site}zh/`);
    expect(content(text, 'og:url')).toBe(`${site}zh/`);
    expect(content(text, 'og:image')).toBe(`${site}link-zh.png`);
    expect(content(text, 'og:image:width')).toBe('1200');
    expect(content(text, 'og:image:height')).toBe('630');
    expect(content(text, 'twitter:card')).toBe('summary_large_image');
    expect(text).toContain(`hreflang="en" href="${site}"`);
    expect(text).toContain(`hreflang="x-default" href="${site}"`);
    expect(canonical(head(english, site))).toBe(site);
    expect(content(head(english, site), 'og:image')).toBe(`${site}link-en.png`);
    // What the page itself fetches is relative wherever it stands.
    expect(text).toContain('<link rel="modulepreload" href="../assets/texts.js" />');
  });

  it('names pictures that are there and as large as it says', () => {
    for (const { language } of documents) {
      const png = readFileSync(`web/page/${linkPicture(language)}`);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
        kLinkPicture.width,
        kLinkPicture.height,
      ]);
      expect(png.length).toBeLessThan(300_000);
    }
  });
});

describe('siteIn', () => {
  it('takes the address of a folder, with or without the slash at its end', () => {
    expect(siteIn({})).toBeNull();
    expect(siteIn({ GLASSFORMER_SITE: 'https://example.org/a' })).toBe('https://example.org/a/');
    expect(siteIn({ GLASSFORMER_SITE: 'https://example.org/a/' })).toBe('https://example.org/a/');
  });

  it('has the build say in one line what is missing without it', () => {
    expect(siteNote({})).toMatch(/^ {2}GLASSFORMER_SITE is not set: .*canonical.*og:url.*$/);
    expect(siteNote({ GLASSFORMER_SITE: 'https://example.org/a' })).toBeNull();
  });

  it.each(['example.org', 'ftp://example.org/', 'https://example.org/?a', 'file:///page/'])(
    'refuses %s',
    (given) => {
      expect(() => siteIn({ GLASSFORMER_SITE: given })).toThrow(
        `GLASSFORMER_SITE is "${given}"; expected`,
      );
    },
  );
});
