/** A figure as an SVG that opens by itself: no fonts, styles, scripts or pictures from anywhere else. */
import { arrivalOf, type Arriving } from './arrival.ts';
import { seenElements } from './composed.ts';
import { drawNode } from './draw.ts';
import { publicLink } from './link.ts';
import { GlassformerError } from '../../../shared/error.ts';
import { escape } from '../../../shared/escape.ts';
import { tag } from './markup.ts';
import { type Paint, painted, paintOf } from '../computed-colour.ts';
import { Sheet } from './sheet.ts';
import { typeOf } from './text.ts';
import { override, unfold } from './unfold.ts';

const kMargin = 12;

/** What a figure must be able to do to be drawn. */
export interface Drawable extends Arriving {
  readonly figureTitle: string;
  readonly figureText: string;
  readonly contextLines: readonly string[];
  showWhole(whole: boolean): void;
}

/** An SVG, and what it says of itself. */
export interface Drawing {
  readonly svg: string;
  readonly title: string;
  readonly description: string;
}

/** The figure with all figures in it, drawn whole. */
export async function drawingOf(root: Drawable): Promise<Drawing> {
  // One that was never connected has no first update to wait for.
  expectConnected(root);
  const partsNow = () => (expectConnected(root), [...seenElements(root)].filter(isDrawable));
  await arrivalOf(partsNow);
  const parts = partsNow();
  parts.forEach((part) => part.showWhole(true));
  try {
    await Promise.all(parts.map((part) => part.updateComplete));
    expectConnected(root);
    return drawFigure(root, {
      title: root.figureTitle || root.localName,
      description: [root.figureText, ...root.contextLines, publicLink(location.href)]
        .filter((text) => text !== '')
        .join('\n'),
    });
  } finally {
    parts.forEach((part) => part.showWhole(false));
  }
}

function expectConnected({ isConnected, localName }: HTMLElement): void {
  if (isConnected) return;
  throw new GlassformerError(
    'InvalidArgument',
    `<${localName}> is in no document, expected one that shows it: its styles and places are drawn`,
  );
}

function isDrawable(element: HTMLElement): element is Drawable {
  return 'showWhole' in element;
}

type Caption = Omit<Drawing, 'svg'>;

function drawFigure(root: HTMLElement, caption: Caption): Drawing {
  const { turns, restore } = unfold(root);
  try {
    const style = getComputedStyle(root);
    const sheet = new Sheet();
    const type = typeOf(style);
    const drawn = drawNode(root, { sheet, type, turns });
    return { ...caption, svg: page(drawn, sheet, style, { ...caption, paper: paperOf(root) }) };
  } finally {
    restore();
  }
}

function page(
  drawn: string,
  sheet: Sheet,
  style: CSSStyleDeclaration,
  caption: Caption & { paper: Paint | null },
): string {
  const { left, top, right, bottom } = sheet.reach;
  const x = Math.floor(left) - kMargin;
  const y = Math.floor(top) - kMargin;
  const width = Math.ceil(right) + kMargin - x;
  const height = Math.ceil(bottom) + kMargin - y;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    tag('title', {}, escape(caption.title)) +
      tag('desc', {}, escape(caption.description)) +
      (sheet.definitions === '' ? '' : tag('defs', {}, sheet.definitions)) +
      tag('rect', { width, height, ...painted('fill', caption.paper) }) +
      tag(
        'g',
        {
          transform: `translate(${-x} ${-y})`,
          'font-family': style.fontFamily,
          'font-size': style.fontSize,
          'font-variant': style.fontVariantNumeric,
        },
        drawn,
      ),
  )}\n`;
}

/** The ground that figures stand on, in the theme of the moment: a variable has a colour only where it is used. */
function paperOf(root: HTMLElement): Paint | null {
  const restore = override(root, { 'caret-color': 'var(--gf-paper, #fff)' });
  const paint = paintOf(getComputedStyle(root).caretColor);
  restore();
  return paint;
}
