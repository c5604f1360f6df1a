/** A page's own colours of scales (`--glass-scale-…`), as the browser computes them around a figure. */
import { hex, type OwnColours, type Rgb, type Shades, type Theme } from '../../view/colour.ts';
import { isLight, paintOf } from './computed-colour.ts';

/** In the palette, each of the public one; in the order of `OwnColours`. */
const kNames = ['low', 'zero', 'high', 'weight'].map((name) => `--gf-scale-${name}`);

/** As colours they are computed to what is seen, also where a page gives one for each theme. Clear: the page has none. */
function register(): void {
  for (const name of kNames)
    try {
      CSS.registerProperty({
        name,
        syntax: '<color>',
        inherits: true,
        initialValue: 'transparent',
      });
    } catch {
      // Another copy has registered it; or the browser knows of none, and takes what can be read without computing.
    }
}
if (typeof CSS !== 'undefined') register();

/** What is painted on a canvas, and what is computed for cells, follows this: the colour of text, and the page's own of scales. */
export function lookOf(styles: CSSStyleDeclaration): string {
  return [styles.color, ...kNames.map((name) => styles.getPropertyValue(name))].join(kBetween);
}

const kBetween = '|';
/** Text on paper is dark. */
const kPaperInk = 'rgb(0, 0, 0)';

export function lookOnPaper(look: string): string {
  return [kPaperInk, ...look.split(kBetween).slice(1)].join(kBetween);
}

const isLookDark = (look: string): boolean => isLight(look.split(kBetween)[0] ?? '');

const kOurs: Readonly<Record<Theme, Shades>> = {
  light: { theme: 'light', own: null },
  dark: { theme: 'dark', own: null },
};

/** The same object for the same colours, whatever the text's is, so that a canvas is seen to need no other paint. */
export function shadesOf(look: string): Shades {
  const theme = isLookDark(look) ? 'dark' : 'light';
  const [low = null, zero = null, high = null, weight = null] = look
    .split(kBetween)
    .slice(1)
    .map(rgbOf);
  const own: OwnColours = { low, zero, high, weight };
  if (Object.values(own).every((each) => each === null)) return kOurs[theme];
  const key = `${theme} ${JSON.stringify(own)}`;
  const shades = known.get(key) ?? { theme, own };
  if (known.size > 1000) known.clear();
  known.set(key, shades);
  return shades;
}

const known = new Map<string, Shades>();

function rgbOf(css: string): Rgb | null {
  const paint = css === '' ? null : paintOf(css);
  return paint && hex(paint.colour);
}
