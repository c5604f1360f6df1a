/** What a figure is saved as looks like the figure, whole and without what a link would tell. */
import type { GlassElement } from '../../web/src/elements/base/glass-element.ts';
import type { GlassModel } from '../../web/src/elements/index.ts';
import { expect, type Locator, type Page, test } from './kept.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { parse, svgOf } from './svg.ts';

/** Letters are not laid to the same fraction of a pixel in a picture. */
const kMaxOff = 0.03;

const kStories = `<glass-model id="model" src="stories" text="Once upon a time there was a little dog">
  <glass-tokens id="tokens"></glass-tokens>
  <glass-embeddings id="embeddings"></glass-embeddings>
  <glass-attention id="matrix" fixed-view></glass-attention>
  <glass-attention id="lines" fixed-view view="lines"></glass-attention>
  <glass-heads id="heads"></glass-heads>
  <glass-block id="block"></glass-block>
  <glass-next-token id="next" read-only></glass-next-token>
</glass-model>`;

const kDrawings = `<glass-model src="stories" text="Once upon a time there was a little dog">
  <glass-map id="map"></glass-map>
  <glass-attention id="lines" fixed-view view="lines"></glass-attention>
  <glass-beam-tree id="tree"></glass-beam-tree>
</glass-model>
<glass-variance id="variance"></glass-variance><glass-train id="train"></glass-train>`;

/** They are saved without what they are steered with, so that what follows stands higher. */
const kWithControls = ['variance', 'train', 'map'];

interface Package {
  model: { generate(text: string, options: object): AsyncIterable<unknown> };
}

/** What a drawing is made of, by what has no colour. */
const kShapes = 'svg :is(path, line, circle, rect):not(pattern *)';
const kForms = ['d', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'x', 'y', 'width', 'height', 'rx'];

function shapesIn(figure: Locator): Promise<string[]> {
  return figure.evaluate(
    (element, [shapes, forms]) =>
      [...element.shadowRoot!.querySelectorAll(shapes)].map((shape) =>
        forms.map((name) => shape.getAttribute(name)).join(' '),
      ),
    [kShapes, kForms] as const,
  );
}

function shapesOf(page: Page, svg: string): Promise<string[]> {
  return page.evaluate(
    ([source, shapes, forms]) =>
      [...new DOMParser().parseFromString(source, 'image/svg+xml').querySelectorAll(shapes)].map(
        (shape) => forms.map((name) => shape.getAttribute(name)).join(' '),
      ),
    [svg, kShapes, kForms] as const,
  );
}

/** All figures have their numbers. */
async function openStories(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1100, height: 900 });
  await openShelf(page);
  await put(page, kStories);
  await expect(page.locator('#block td').first()).toBeVisible();
  await expect(page.locator('#next button').first()).toBeVisible();
  // Something is looked at, so that figures say something.
  await page.locator('#tokens button').nth(3).click();
  await page.mouse.move(0, 0);
}

/** Every text that is seen in the element, without those for screen readers. */
function seenTexts(figure: Locator): Promise<string[]> {
  return figure.evaluate((element) => {
    const texts: string[] = [];
    const visit = (node: Node): void => {
      if (node instanceof Text && node.data.trim() !== '')
        texts.push(node.data.replace(/\s+/g, ' ').trim());
      if (!(node instanceof Element)) return;
      const { display, clipPath } = getComputedStyle(node);
      if (display === 'none' || clipPath === 'inset(50%)' || node instanceof SVGElement) return;
      (node.shadowRoot ?? node).childNodes.forEach(visit);
    };
    visit(element);
    return texts;
  });
}

/**
 * How far the SVG, drawn by the browser as a picture, is from the element on the page: the share of squares of 6 × 6
 * pixels whose mean colour differs by more than a tenth.
 */
async function difference(figure: Locator, svg: string): Promise<number> {
  const seen = (await figure.screenshot({ animations: 'disabled' })).toString('base64');
  return figure.evaluate(
    async (element, [source, shot]) => {
      const load = async (url: string) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return image;
      };
      const [, x, y] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(source) ?? [];
      const { left, top } = element.getBoundingClientRect();
      const [shown, drawing] = await Promise.all([
        load(`data:image/png;base64,${shot}`),
        load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`),
      ]);
      const { width, height } = shown;
      const pixels = (image: HTMLImageElement, dx: number, dy: number) => {
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width, height });
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        context.fillStyle = getComputedStyle(document.body).backgroundColor;
        context.fillRect(0, 0, width, height);
        context.drawImage(image, dx, dy);
        return context.getImageData(0, 0, width, height).data;
      };
      const a = pixels(shown, 0, 0);
      const kSide = 6;
      const off = (b: Uint8ClampedArray) => {
        let [count, all] = [0, 0];
        for (let row = 0; row + kSide <= height; row += kSide)
          for (let column = 0; column + kSide <= width; column += kSide) {
            const sums = [0, 0, 0];
            for (let r = row; r < row + kSide; ++r)
              for (let c = column; c < column + kSide; ++c)
                for (let k = 0; k < 3; ++k) {
                  const i = (r * width + c) * 4 + k;
                  sums[k] = (sums[k] ?? 0) + (a[i] ?? 0) - (b[i] ?? 0);
                }
            all += 1;
            if (sums.some((sum) => Math.abs(sum) > 25 * kSide * kSide)) count += 1;
          }
        return count / all;
      };
      // An element may begin within a pixel: the screenshot then begins with one or the other.
      const dx = -Math.round(Number(x) + left);
      const dy = -(Number(y) + top);
      return Math.min(
        ...[Math.floor(dy), Math.ceil(dy)].map((each) => off(pixels(drawing, dx, each))),
      );
    },
    [svg, seen] as const,
  );
}

for (const scheme of ['light', 'dark'] as const) {
  test(`an SVG has the texts of its figure and looks like it: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await openStories(page);
    for (const id of ['tokens', 'embeddings', 'matrix', 'lines', 'heads', 'block', 'next']) {
      const figure = page.locator(`#${id}`);
      await figure.scrollIntoViewIfNeeded();
      const svg = await svgOf(figure);
      const file = await parse(page, svg);
      expect(file.error).toBe('');
      expect(file.title, id).not.toBe('');
      // Where a text wraps depends on the machine's fonts, and each of its lines is a text of the file.
      const words = (texts: readonly string[]) => texts.flatMap((text) => text.split(' ')).sort();
      expect(words(file.texts), id).toEqual(words(await seenTexts(figure)));
      expect(file.tags).not.toContain('foreignObject');
      for (const reference of file.references)
        expect(reference).toMatch(/^(data:image\/png|url\(#)/);
      const off = await difference(figure, svg);
      console.log(`  ${scheme} ${id}: ${(100 * off).toFixed(2)} % differ`);
      expect.soft(off, id).toBeLessThan(kMaxOff);
    }
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test(`a drawing is saved element by element, with colours in place of variables: ${scheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1100, height: 900 });
    await openShelf(page);
    await put(page, kDrawings);
    const drawings = {
      map: '.neighbour',
      lines: 'svg path',
      tree: '.node.best',
      variance: 'svg path',
      train: 'svg path',
    };
    await expect(page.locator('#map .neighbour').first()).toBeVisible();
    const steps = await page.evaluate(async () => {
      const figure = document.querySelector('glass-model') as unknown as Package;
      const all = [];
      for await (const step of figure.model.generate('Once upon a time', {
        num_beams: 3,
        max_new_tokens: 3,
      }))
        all.push(step);
      Object.assign(document.getElementById('tree')!, { steps: all });
      return all.length;
    });
    expect(steps).toBe(3);
    for (const [id, ready] of Object.entries(drawings)) {
      const figure = page.locator(`#${id}`);
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator(ready).first()).toBeAttached();
      await page.mouse.move(0, 0);
      const svg = await svgOf(figure);
      expect(svg).not.toMatch(/var\(|light-dark\(|color-mix\(|class=|<image/);
      const [shown, saved] = [await shapesIn(figure), await shapesOf(page, svg)];
      expect(shown.length, id).toBeGreaterThan(1);
      for (const shape of shown) expect(saved, id).toContain(shape);
      const off = await difference(figure, svg);
      console.log(`  ${scheme} ${id}: ${(100 * off).toFixed(2)} % differ`);
      if (!kWithControls.includes(id)) expect.soft(off, id).toBeLessThan(kMaxOff);
    }
  });
}

test('the comparison sees what is missing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStories(page);
  const figure = page.locator('#matrix');
  const svg = await svgOf(figure);
  expect(await difference(figure, svg.replace(/<text.*?<\/text>/g, ''))).toBeGreaterThan(0.01);
});

test('a hatch is saved as one pattern of its two colours', async ({ page }) => {
  await openStories(page);
  const figure = page.locator('#matrix');
  const svg = await svgOf(figure);
  expect(svg.match(/<pattern /g)).toHaveLength(1);
  const id = /<pattern id="(\w+)"/.exec(svg)?.[1];
  const masked = await figure.locator('.cell.masked').count();
  // The legend has one too.
  expect(svg.split(`url(#${id})`)).toHaveLength(masked + 2);
});

test('what scrolls is saved whole, and the page is left as it was', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 600 });
  await openShelf(page);
  const data = Array.from({ length: 60 * 12 }, (_, i) => i / 100 - 3.004);
  await put(
    page,
    '<p>before</p><glass-matrix id="long" columns-as="none"></glass-matrix><p>after</p>',
  );
  await page.evaluate((numbers) => {
    const values = { shape: [60, 12], data: Float32Array.from(numbers) };
    Object.assign(document.getElementById('long') as HTMLElement, { values, caption: 'long' });
  }, data);
  const figure = page.locator('#long');
  await expect(figure.locator('.cell').first()).toBeVisible();
  await figure.locator('.scroller').evaluate((scroller) => scroller.scrollTo(30, 500));
  await expect(figure.locator('.cell[data-row="20"]').first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 40));
  const before = await page.screenshot();
  const file = await parse(page, await svgOf(figure));
  expect(file.texts.filter((text) => /^−?\d\.\d\d$/.test(text))).toHaveLength(60 * 12);
  expect(Number(file.size[0])).toBeGreaterThan(400);
  expect(Number(file.size[1])).toBeGreaterThan(60 * 27);
  expect((await page.screenshot()).equals(before)).toBe(true);
});

test('a link leads back, without what a query or a pass would tell', async ({ page }) => {
  await openStories(page);
  const tokens = page.locator('#tokens');
  const link = async (address: string) => {
    await page.evaluate((to) => history.replaceState(null, '', to), address);
    return (await parse(page, await svgOf(tokens))).description;
  };
  expect(await link('?session=1234#text=hello')).toMatch(/blank\.html#text=hello$/);
  expect(await link('#access_token=1234')).not.toContain('1234');
});

test('a file tells the text, model, head, changes and settings that its figure shows', async ({
  page,
}) => {
  await openStories(page);
  await page.evaluate(() => {
    const figure = document.getElementById('model') as GlassModel;
    Object.assign(figure, { layer: 2, head: 3, ablations: [{ layer: 1, head: 4, factor: 0.5 }] });
    Object.assign(document.getElementById('next')!, {
      adjustable: true,
      settings: { temperature: 0.63, top_k: 40, top_p: 0.9 },
    });
  });
  const text = 'Once upon a time there was a little dog';
  const parameters = await page
    .locator('#model')
    .evaluate((element) => (element as GlassModel).model!.parameters);
  expect(parameters).toBeGreaterThan(100_000);
  const model = {
    name: 'stories',
    encoder_layers: 0,
    decoder_layers: 5,
    num_heads: 5,
    d_model: 160,
    d_ff: 640,
    norm: 'pre',
    activation: 'gelu_new',
    parameters,
  };
  const ablations = [{ layer: 1, head: 4, factor: 0.5 }];
  const told = (id: string) =>
    page.locator(`#${id}`).evaluate((element) => JSON.parse(JSON.stringify(element)) as object);
  const address = page.url();
  await expect
    .poll(() => told('matrix'))
    .toMatchObject({
      caption: expect.stringContaining('Layer 3, head 4') as unknown as string,
      context: { text, model, layer: 2, head: 3, ablations, settings: {}, address },
    });
  await expect
    .poll(() => told('next'))
    .toMatchObject({
      caption: expect.stringContaining(
        'temperature 0.63, top-k 40, top-p 0.9',
      ) as unknown as string,
      context: {
        text,
        model,
        layer: null,
        head: null,
        ablations,
        settings: { temperature: 0.63, top_k: 40, top_p: 0.9 },
        address,
      },
    });
  const size = `stories: 5 layers × 5 heads, width 160, pre-norm, GELU, ${parameters.toLocaleString('en')} parameters`;
  const lines = async (id: string) => {
    const { title, description } = await parse(page, await svgOf(page.locator(`#${id}`)));
    return [title, ...description.split('\n')];
  };
  const matrix = await lines('matrix');
  expect(matrix[0]).toContain('Layer 3, head 4');
  expect(matrix).toEqual(
    expect.arrayContaining([`Text: ${text}`, size, 'Layer 3, head 4', 'Layer 2, head 5: 50%']),
  );
  const next = await lines('next');
  expect(next).toEqual(
    expect.arrayContaining([`Text: ${text}`, size, 'temperature: 0.63', 'top-k: 40', 'top-p: 0.9']),
  );
  expect(next).not.toContain('Layer 3, head 4');
});

test('a PNG says the same of itself as the SVG, and is still a picture', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="stories" text="Tom “met” 汤姆"><glass-attention></glass-attention></glass-model>',
  );
  await expect(page.locator('glass-attention .cell').first()).toBeVisible();
  const { svg, chunks, width } = await page.locator('glass-attention').evaluate(async (element) => {
    const figure = element as unknown as { toSVG(): Promise<string>; toPNG(): Promise<Blob> };
    const png = await figure.toPNG();
    const bytes = new Uint8Array(await png.arrayBuffer());
    const view = new DataView(bytes.buffer);
    const found: (readonly [type: string, text: string])[] = [];
    for (let at = 8; at < bytes.length; at += view.getUint32(at) + 12) {
      const text = (from: number, to: number) => new TextDecoder().decode(bytes.slice(from, to));
      found.push([text(at + 4, at + 8), text(at + 8, at + 8 + view.getUint32(at))]);
    }
    const drawn = await createImageBitmap(png);
    return { svg: await figure.toSVG(), chunks: found, width: drawn.width };
  });
  expect(width).toBeGreaterThan(100);
  const said = Object.fromEntries(
    chunks
      .filter(([type]) => type === 'iTXt')
      .map(([, content]) => content.split('\0\0\0\0\0') as [string, string]),
  );
  const inSvg = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(svg)![1]!;
  expect(said).toEqual({
    Title: inSvg('title'),
    Description: inSvg('desc'),
    Software: 'Glassformer',
  });
  expect(said['Description']).toContain('Tom “met” 汤姆');
  expect(chunks.map(([type]) => type).filter((type) => type !== 'IDAT')).toEqual(
    expect.arrayContaining(['IHDR', 'IEND']),
  );
  expect(chunks[0]![0]).toBe('IHDR');
});

test('what is in no document is refused in a sentence', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-attention></glass-attention>');
  const said = await page.evaluate(async () => {
    type Exporting = Element & { toSVG(): Promise<string>; toPNG(): Promise<Blob> };
    const figure = document.querySelector('glass-attention') as Exporting;
    const sentence = (asked: Promise<unknown>) => asked.catch((error: unknown) => String(error));
    const begun = figure.toSVG();
    figure.remove();
    const never = document.createElement('glass-attention') as Exporting;
    return Promise.all([begun, figure.toSVG(), figure.toPNG(), never.toSVG()].map(sentence));
  });
  const refusal =
    'GlassformerError: <glass-attention> is in no document, expected one that shows it: its styles and places are drawn';
  expect(said).toEqual([refusal, refusal, refusal, refusal]);
});

/** Far below the view. */
async function putFarAway(page: Page, markup: string): Promise<Locator> {
  await page.evaluate(() => {
    document.querySelector('main')!.style.marginTop = '50000px';
  });
  await put(page, markup);
  await settled(page);
  return page.locator('main > :last-child');
}

for (const [name, markup] of [
  ['alone', '<glass-attention model="aab" text="aabaa" lazy></glass-attention>'],
  [
    'inside of a model',
    '<glass-model src="aab" text="aabaa" lazy><glass-attention></glass-attention></glass-model>',
  ],
  [
    'in a frame, with what is computed after the run',
    '<glass-save><glass-ablation model="aab" text="aabaa" lazy></glass-ablation></glass-save>',
  ],
] as const)
  test(`a figure that was never near the view is drawn, ${name}`, async ({ page }) => {
    await openShelf(page);
    const figure = await putFarAway(page, markup);
    const state = () =>
      figure.evaluate((each) => (each as unknown as GlassElement).figure.state.status);
    expect(await state()).toBe('empty');
    const drawing = await parse(page, await svgOf(figure));
    expect(drawing.texts.length).toBeGreaterThan(9);
    expect(drawing.texts.join(' ')).not.toMatch(/Loading|Computing/);
  });

test('where the model of a figure out of sight does not come, its picture is refused in that sentence', async ({
  page,
}) => {
  await openShelf(page);
  const lazy = await putFarAway(
    page,
    '<glass-attention model="nope" text="a" lazy></glass-attention>',
  );
  const said = await lazy.evaluate((figure) =>
    (figure as unknown as GlassElement).toSVG().catch((error: unknown) => String(error)),
  );
  expect(said).toMatch(/^GlassformerError: there is no shipped model 'nope', only /);
});

test('options of a PNG that are unknown or out of range are refused in a sentence', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, '<glass-tokens id="t"></glass-tokens>', {
    t: { tokens: [{ id: 1, text: 'word' }] },
  });
  const tokens = page.locator('glass-tokens');
  await expect(tokens.locator('button')).toBeVisible();
  const said = (options: unknown) =>
    tokens.evaluate(
      (figure, given) =>
        (figure as HTMLElement & { toPNG(options: unknown): Promise<Blob> }).toPNG(given).then(
          ({ type }) => type,
          (error: unknown) => String(error),
        ),
      options,
    );
  expect(await said({ scale: 1.5 })).toBe('image/png');
  expect(await said({ width: 3 })).toBe(
    'GlassformerError: toPNG: unknown option width, the only one is scale',
  );
  for (const scale of [0, -1, null, '2'])
    expect(await said({ scale })).toBe(
      `GlassformerError: toPNG: scale must be a number above 0, found ${scale}`,
    );
  expect(await said({ scale: 1e6 })).toMatch(
    /^GlassformerError: toPNG: scale must be at most [\d.]+ for this figure, whose picture may have 8192 pixels on a side, found 1000000$/,
  );
  expect(await said('large')).toContain('toPNG: options must be an object');
});

test('letters of a drawing keep their shape in other typefaces; only such as are joined are as wide as they were', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, '<glass-tokens id="tokens"></glass-tokens>', {
    tokens: { tokens: ['tonight', '今晚的', 'مرحبا'].map((text, id) => ({ id, text })) },
  });
  const tokens = page.locator('glass-tokens');
  await expect(tokens.locator('button')).toHaveCount(3);
  const stretched = await tokens.evaluate(async (element) => {
    const svg = await (element as HTMLElement & { toSVG(): Promise<string> }).toSVG();
    const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return [...drawing.querySelectorAll('text[textLength]')].flatMap((each) =>
      each.getAttribute('lengthAdjust') === 'spacingAndGlyphs' ? [each.textContent] : [],
    );
  });
  expect(stretched).toEqual(['مرحبا']);
});

test('a token of many thousand characters is cut without measuring each', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-tokens id="tokens"></glass-tokens>', {
    tokens: { tokens: [{ id: 7, text: 'wide'.repeat(10_000) }] },
  });
  const tokens = page.locator('glass-tokens');
  await expect(tokens.locator('button').first()).toBeVisible();
  const [svg, milliseconds] = await tokens.evaluate(async (element) => {
    const begin = performance.now();
    const drawn = await (element as HTMLElement & { toSVG(): Promise<string> }).toSVG();
    return [drawn, performance.now() - begin] as const;
  });
  expect((await parse(page, svg)).texts.some((text) => /^(wide)+w?i?d?…$/.test(text))).toBe(true);
  expect(milliseconds).toBeLessThan(10_000);
});
