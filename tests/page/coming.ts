/** What tells that something of the page is still to come. */
import { en, zh } from '../web/words.ts';
import { texts as enPage } from '../../web/page/i18n/languages/en.ts';
import { texts as zhPage } from '../../web/page/i18n/languages/zh.ts';
import type { Page } from './fixture.ts';

/** What the page says of what is still to come, and the button that prints. */
export const kLanguages = {
  en: { loading: [en.loading, enPage.aab.loading, enPage.coming], button: enPage.footer.print },
  zh: { loading: [zh.loading, zhPage.aab.loading, zhPage.coming], button: zhPage.footer.print },
} as const;

/** Texts in all shadow roots that say that something is still to come. */
export function loadingTexts(page: Page, sentences: readonly string[], seen: 'seen' | 'any') {
  return page.evaluate(
    ([starts, which]) => {
      const found: string[] = [];
      const visit = (node: Node): void => {
        if (node instanceof Text) {
          const text = node.data.trim();
          const { parentElement: parent } = node;
          const isSeen = parent?.checkVisibility() ?? true;
          if (starts.some((each) => text.startsWith(each)) && (which === 'any' || isSeen))
            found.push(text);
        }
        if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot);
        // What stands in the room of an element that has not come.
        if (node instanceof Element) {
          const { content } = getComputedStyle(node, '::before');
          if (starts.some((each) => content.startsWith(`"${each}`)) && node.checkVisibility())
            found.push(content);
        }
        node.childNodes.forEach(visit);
      };
      visit(document.body);
      return found;
    },
    [sentences.map((each) => each.replace(/…+$/, '')), seen] as const,
  );
}

/** Elements that the page shows and nothing has defined yet. */
export const undefinedTags = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :not(:defined)')].map(({ localName }) => localName),
  );
