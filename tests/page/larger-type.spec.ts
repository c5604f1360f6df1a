/** Figures grow with their type, whether a page sets it by the property or by its root: no text leaves its place. */
import { expect, type Page, test } from './fixture.ts';
import { openEverything } from './tags.ts';

/**
 * Texts that lie over one another, and that reach out of the box they stand in, be it that they are cut there: by their figure
 * and the elements around them. What is turned, or scrolled away, is left out.
 */
function misplaced(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    interface Placed {
      readonly name: string;
      readonly text: Text;
      /** On a ground of its own, over what scrolls below it. */
      readonly isSticky: boolean;
      readonly box: DOMRect;
      /** The size of its type. */
      readonly em: number;
    }
    const found = new Set<string>();
    const placed: Placed[] = [];
    const named = (element: Element) => [element.localName, ...element.classList].join('.');
    const around = (node: Node): Element | null =>
      node.parentElement ?? (node.parentNode as ShadowRoot | null)?.host ?? null;
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
    const blockOf = (element: Element): Element =>
      isInline(element) ? blockOf(around(element) as Element) : element;

    const isSticky = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).position === 'sticky' || isSticky(around(element)));

    /** What is seen of a box inside the boxes around it that scroll; null: nothing, or it is turned. */
    const seen = (box: DOMRect, from: Element): DOMRect | null => {
      let { left, top, right, bottom } = box;
      for (let at: Element | null = from; at !== null; at = around(at)) {
        const { overflowX, transform } = getComputedStyle(at);
        if (/matrix\((?!1, 0, 0, 1)/.test(transform)) return null;
        if (!/auto|scroll/.test(overflowX)) continue;
        const edge = at.getBoundingClientRect();
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
      return right > left && bottom > top
        ? new DOMRect(left, top, right - left, bottom - top)
        : null;
    };

    const takeText = (text: Text, figure: string) => {
      const parent = around(text) as Element;
      const isShown = parent.checkVisibility({ contentVisibilityAuto: true });
      const hasText = text.data.trim() !== '' && isShown;
      if (!hasText || parent.closest('.unseen, option, textarea, style, script') !== null) return;
      const range = document.createRange();
      range.selectNodeContents(text);
      const em = Number.parseFloat(getComputedStyle(parent).fontSize);
      const block = blockOf(parent);
      const name = `${figure} ${named(block)} “${text.data.trim().slice(0, 20)}”`;
      for (const line of range.getClientRects()) {
        const box = line.width > 0 ? seen(line, parent) : null;
        if (box !== null) placed.push({ name, text, box, em, isSticky: isSticky(parent) });
      }
      const whole = range.getBoundingClientRect();
      if (block instanceof SVGElement || seen(whole, parent) === null) return;
      const { left, right, top, bottom } = block.getBoundingClientRect();
      const isOut = Math.max(left - whole.left, whole.right - right) > 0.15 * em;
      // The letters of a line are higher than a line of low rows.
      const isOver = Math.max(top - whole.top, whole.bottom - bottom) > 0.25 * em;
      if (isOut || isOver) found.add(`out of its box: ${name}`);
    };
    const walk = (root: ParentNode, figure: string) => {
      for (const node of root.childNodes) {
        if (node instanceof Text) takeText(node, figure);
        else if (node instanceof Element) {
          const inner = node.localName.startsWith('glass-') ? node.localName : figure;
          if (node.shadowRoot !== null) walk(node.shadowRoot, inner);
          walk(node, inner);
        }
      }
    };
    walk(document.body, '');

    placed.sort((a, b) => a.box.top - b.box.top);
    placed.forEach((one, i) => {
      for (const other of placed.slice(i + 1)) {
        if (other.box.top > one.box.bottom) break;
        if (other.text === one.text || other.isSticky !== one.isSticky) continue;
        const least = 0.3 * Math.min(one.em, other.em);
        const [a, b] = [one.box, other.box];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        if (across > least && Math.min(a.bottom, b.bottom) - b.top > least)
          found.add(`over one another: ${one.name}, ${other.name}`);
      }
    });
    return [...found];
  });
}

for (const width of [760, 1400])
  test(`larger type in ${width} pixels`, async ({ page }) => {
    test.setTimeout(360_000);
    // All is seen at once: what is far from view is not laid out.
    await page.setViewportSize({ width, height: 900 });
    await openEverything(page);
    await page.setViewportSize({ width, height: 30_000 });
    const set = (style: string) =>
      page.evaluate((text) => (document.documentElement.style.cssText = text), style);
    for (const type of ['', '--glass-font-size: 1.5rem', 'font-size: 20px']) {
      await set(type);
      await expect.poll(() => misplaced(page), { message: type, timeout: 60_000 }).toEqual([]);
    }
  });
