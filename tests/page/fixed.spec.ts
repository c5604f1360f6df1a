/** `fixed`: a figure without what a reader would change it with, or without that of it which is named. */
import type { Locator } from './fixture.ts';
import { expect, type Page, test } from './kept.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';
import { giveNumbers, tags } from './tags.ts';

/** What an element offers to change it with: what is seen of it, and where it is drawn. */
const kControls =
  'select, input:is([type=radio], [type=range], [type=checkbox], [type=number]), .segments';

for (const [markup, drawn] of [
  ['<glass-attention', '.cell'],
  ['<glass-norm', 'svg, .cell'],
  ['<glass-logits', '.strip'],
  ['<glass-join', '.strip'],
  ['<glass-heads switchable findable', '.head'],
  ['<glass-map', 'svg'],
  ['<glass-attribution', 'tr, .cell'],
  ['<glass-circuit', '.cell'],
  ['<glass-next-token adjustable', '[part=bar]'],
] as const) {
  test(`no control is seen in ${markup}>`, async ({ page }) => {
    await openShelf(page);
    await put(page, `${markup} fixed model="stories" text="Once upon a time"></glass-x>`);
    const figure = page.locator('main > *').first();
    await expect(figure.locator(drawn).first()).toBeVisible();
    const controls = figure.locator(kControls).filter({ visible: true });
    await expect(controls).toHaveCount(0);
    // An author may let the reader have them again.
    await figure.evaluate((element) => element.removeAttribute('fixed'));
    await expect(controls.first()).toBeVisible();
  });
}

for (const [markup, button, output, controls] of [
  [
    '<glass-generate fixed model="aab" text="aab" mode="greedy">',
    'Run',
    '[part=output]',
    kControls,
  ],
  // A reader may look back at any step.
  ['<glass-train fixed max-steps="20">', 'Run', '[part=facts]', '#rate, #seed'],
] as const) {
  test(`what begins something stays: ${markup}`, async ({ page }) => {
    await openShelf(page);
    await put(page, markup);
    const figure = page.locator('main > *').first();
    await figure.getByRole('button', { name: button, exact: true }).click();
    await expect(figure.locator(output)).toContainText(/aabaab|20 of 20/);
    await expect(figure.locator(controls).filter({ visible: true })).toHaveCount(0);
  });
}

test('the figures inside a translator have no controls either', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-translate fixed model="en-zh" text="I like tea."></glass-translate>');
  const figure = page.locator('glass-translate');
  await expect(figure.locator('glass-heads .head').first()).toBeVisible();
  await expect(figure.locator(kControls).filter({ visible: true })).toHaveCount(0);
});

const stories = (markup: string, attributes = '') =>
  `<glass-model src="stories" text="Once upon a time" ${attributes}>${markup}</glass-model>`;
const pair = (markup: string) =>
  `<glass-model src="en-zh" text="I like tea.">${markup}</glass-model>`;

/** Each element with all controls that it has, if need be several times; and where it is drawn. */
const kWithAll: Readonly<Record<string, readonly (readonly [markup: string, drawn: string])[]>> = {
  'glass-ablation': [[stories('<glass-ablation></glass-ablation>'), '.asked select']],
  'glass-attention': [[stories('<glass-attention></glass-attention>'), '.cell']],
  'glass-attention-steps': [[stories('<glass-attention-steps></glass-attention-steps>'), 'td']],
  'glass-attribution': [[stories('<glass-attribution></glass-attribution>'), 'tfoot td']],
  'glass-beam-tree': [
    [
      stories(
        `<glass-beam-tree settings='{"num_beams": 2, "max_new_tokens": 2}'></glass-beam-tree>`,
      ),
      '.node',
    ],
  ],
  'glass-block': [[stories('<glass-block></glass-block>'), 'td']],
  'glass-by-hand': [['<glass-by-hand></glass-by-hand>', '.cell']],
  'glass-changes': [
    [stories('<glass-changes></glass-changes>', `ablations='[{"layer": 0, "head": 0}]'`), 'button'],
  ],
  'glass-circuit': [
    [stories('<glass-circuit></glass-circuit>'), '.cell'],
    [stories('<glass-circuit kind="ov"></glass-circuit>'), '[part=raised] li'],
  ],
  'glass-embeddings': [[stories('<glass-embeddings></glass-embeddings>'), 'canvas']],
  'glass-feed-forward': [[stories('<glass-feed-forward></glass-feed-forward>'), '.pushes li']],
  'glass-generate': ['greedy', 'sample', 'beam'].map(
    (mode) =>
      [stories(`<glass-generate mode="${mode}"></glass-generate>`), 'button.primary'] as const,
  ),
  'glass-heads': [[stories('<glass-heads switchable findable></glass-heads>'), '.head']],
  'glass-input': [
    [stories(`<glass-input examples='["Two dogs", "Three cats"]'></glass-input>`), '.mirror span'],
  ],
  'glass-join': [[stories('<glass-join></glass-join>'), 'dd']],
  'glass-logits': [[stories('<glass-logits></glass-logits>'), 'dd']],
  'glass-map': [[stories('<glass-map></glass-map>'), 'svg']],
  'glass-matrix': [[stories('<glass-matrix editable values="[[1, 2]]"></glass-matrix>'), 'input']],
  'glass-model': [[stories('<glass-tokens></glass-tokens>'), '[part]']],
  'glass-next-token': [
    [
      stories(
        '<glass-next-token adjustable at-pinned></glass-next-token>',
        `pinned='{"query": 1, "key": null}'`,
      ),
      '.after button',
    ],
    [stories('<glass-next-token></glass-next-token>'), '[part=bar]'],
  ],
  'glass-norm': [[stories('<glass-norm></glass-norm>'), 'dd']],
  'glass-padding': [[pair('<glass-padding></glass-padding>'), '.cell']],
  'glass-patch': [
    [
      stories(
        '<glass-patch clean="Tom hugged his mom. Tom loved his" corrupted="Tom hugged his dad. Tom loved his" activation="attn.z"></glass-patch>',
      ),
      '.asked select',
    ],
  ],
  'glass-positions': [[stories('<glass-positions></glass-positions>'), '.strip canvas']],
  'glass-proof': [[stories('<glass-proof></glass-proof>'), '[part=check]']],
  'glass-save': [
    [
      stories('<glass-save><glass-attention fixed-view></glass-attention></glass-save>'),
      '[part=button]',
    ],
  ],
  'glass-surprise': [[stories('<glass-surprise></glass-surprise>'), '.token']],
  'glass-tokens': [[stories('<glass-tokens></glass-tokens>'), 'button']],
  'glass-train': [['<glass-train with-shapes></glass-train>', 'svg']],
  'glass-translate': [[pair('<glass-translate></glass-translate>'), 'glass-heads .head']],
  'glass-variance': [['<glass-variance></glass-variance>', 'svg']],
};

/**
 * Names whose control is the figure itself: with them it stays, and is none. What of it a reader presses; of the elements that
 * are not named here a name takes something away.
 */
const kStays: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'glass-ablation': { without: '[part=most] button, [part=cell]' },
  'glass-attribution': { opened: 'th button' },
  'glass-beam-tree': { forceable: '[role=button]' },
  'glass-by-hand': { numbers: 'input' },
  'glass-embeddings': { numbers: 'input' },
  'glass-feed-forward': { neuron: '[part=neuron]' },
  'glass-heads': { head: '.head' },
  'glass-map': { token: '[part=neighbour]' },
  'glass-matrix': { numbers: 'input' },
  'glass-next-token': { choice: '[part=bar]' },
  'glass-padding': { head: '.head' },
  'glass-patch': { cell: '[part=cell]' },
  'glass-positions': { column: '.strip' },
  'glass-translate': { head: '.head' },
};

/** Something that is seen of an element, wherever its shadow roots are. */
interface Seen {
  /** Where it stands. */
  readonly at: string;
  /** A reader presses or moves it. */
  readonly isControl: boolean;
  /** The names that stand over it. */
  readonly names: readonly string[];
}

/** What is seen of an element with this `fixed`; null: without it. */
async function seenWith(
  element: Locator,
  fixed: string | null,
  stays: string,
): Promise<readonly Seen[]> {
  const given = [fixed, stays] as const;
  return element.evaluate(async (host, [value, staying]) => {
    if (value === null) host.removeAttribute('fixed');
    else host.setAttribute('fixed', value);
    const ready = async (each: Element): Promise<void> => {
      await (each as Element & { updateComplete?: Promise<unknown> }).updateComplete;
      await Promise.all([...(each.shadowRoot?.querySelectorAll('*') ?? [])].map(ready));
    };
    await ready(host);
    const kPressed = 'input, select, textarea, button, .segments, [role=button]';
    const seen: Seen[] = [];
    const walk = (root: ParentNode, path: string, around: readonly string[]) => {
      [...root.children].forEach((each, i) => {
        const own = (each as HTMLElement).dataset['control'] ?? '';
        const names = own === '' ? around : [...around, own];
        const at = `${path}/${each.localName}.${each.className.toString()}[${i}]`;
        const isControl = each.matches(kPressed) && !each.matches(staying);
        if (each.checkVisibility()) seen.push({ at, isControl, names });
        walk(each, at, names);
        if (each.shadowRoot !== null) walk(each.shadowRoot, `${at}#`, names);
      });
    };
    walk(host.shadowRoot!, '', []);
    return seen;
  }, given);
}

/** The names that a tag's class declares. */
const namesOf = (page: Page, tag: string): Promise<readonly string[]> =>
  page.evaluate((name) => {
    const { rules } = customElements.get(name) as never as {
      rules: { fixed: { names: readonly string[] } };
    };
    return rules.fixed.names;
  }, tag);

for (const tag of tags)
  test(`each control of ${tag} has a name, which takes it away and nothing else`, async ({
    page,
  }) => {
    await openShelf(page);
    const staying = kStays[tag] ?? {};
    const names = (await namesOf(page, tag)).filter((name) => !(name in staying));
    const stays = Object.values(staying).join() || ':not(*)';
    const without = new Set(names);
    for (const [markup, drawn] of kWithAll[tag] ?? []) {
      await put(page, markup);
      if (tag === 'glass-by-hand') await giveNumbers(page);
      const element = page.locator(tag);
      await expect(page.locator('main').locator(drawn).first()).toBeVisible();
      await settled(page);
      const all = await seenWith(element, null, stays);
      const left = new Set((await seenWith(element, '', stays)).map(({ at }) => at));
      const taken = all.filter(({ at, isControl }) => isControl && !left.has(at));
      const declared = [...names, ...Object.keys(staying)];
      const nameless = taken.filter((each) => !each.names.some((name) => declared.includes(name)));
      expect.soft(nameless).toEqual([]);
      for (const name of names) {
        const now = await seenWith(element, name, stays);
        const meant = all.filter((each) => !each.names.includes(name));
        if (meant.length < all.length) without.delete(name);
        expect
          .soft(
            now.map(({ at }) => at),
            name,
          )
          .toEqual(meant.map(({ at }) => at));
        expect
          .soft(left, `fixed without a value: ${name}`)
          .not.toContain(all.find((each) => each.names.includes(name))?.at);
      }
      // All by their names are as many as without a value.
      if (names.length === 0) continue;
      const named = await seenWith(element, declared.join(' '), stays);
      expect.soft(new Set(named.map(({ at }) => at))).toEqual(left);
    }
    expect(kWithAll[tag], 'how it is shown with all its controls').toBeDefined();
    expect([...without], 'names that no control has').toEqual([]);
  });

test('a name that an element lacks is refused with those that it has', async ({ page }) => {
  await openShelf(page);
  const message = page.locator('[part=message][role=alert]');
  for (const [markup, right, sentence] of [
    [
      '<glass-norm fixed="layr">',
      'layer token',
      'fixed must be without a value, or made of "token", "layer" or "place", found "layr"',
    ],
    [
      '<glass-attention fixed=" ">',
      '',
      'fixed must be without a value, or made of "view", found " "',
    ],
    [
      '<glass-tokens fixed="token">',
      '',
      'fixed must be without a value (this element has no controls of its own), found "token"',
    ],
  ] as const)
    await test.step(markup, async () => {
      await put(page, stories(markup));
      await expect(message).toHaveText(`The figure cannot be drawn: ${sentence}`);
      const figure = page.locator(/[\w-]+/.exec(markup)![0]);
      await figure.evaluate((element, text) => element.setAttribute('fixed', text), right);
      await expect(message).toHaveCount(0);
      await expect(figure.locator('[part]').first()).toBeAttached();
    });
});

test('a script gives true, false or names; none of it is read as another', async ({ page }) => {
  await openShelf(page);
  await put(page, stories('<glass-norm></glass-norm>'));
  const figure = page.locator('glass-norm');
  const [tokens, layers] = [figure.locator('glass-tokens'), figure.locator('select')];
  await expect(layers).toBeVisible();
  for (const [value, attribute, areTokens, areLayers] of [
    [true, '', false, false],
    ['layer', 'layer', true, false],
    ['token layer', 'token layer', false, false],
    [false, null, true, true],
    ['token', 'token', false, true],
    // Preact gives an empty text for null.
    ['', null, true, true],
  ] as const) {
    await figure.evaluate((element, fixed) => Object.assign(element, { fixed }), value);
    await expect(tokens).toBeVisible({ visible: areTokens });
    await expect(layers).toBeVisible({ visible: areLayers });
    expect(await figure.getAttribute('fixed')).toBe(attribute);
  }
  await figure.evaluate((element) => Object.assign(element, { fixed: 1 }));
  await expect(figure.locator('[part=message]')).toHaveText(
    'The figure cannot be drawn: fixed must be without a value, or made of "token", "layer" or "place", found 1',
  );
});

/** What their reader begins, says or asks for is what they are for. */
const kBegun = ['glass-generate', 'glass-input', 'glass-proof', 'glass-save', 'glass-train'];
/** What tells where a reader points, and what they have pinned. */
const kOfPointing = ['glass-look', 'glass-pin', 'glass-pinned', 'glass-selected'];

/** Presses all that matches, and moves in it by keys; @returns what was told of it, and which of its properties are others */
async function pressed(element: Locator, selector: string): Promise<readonly string[]> {
  return element.evaluate(
    async (host, [pressable, pointing]) => {
      const figure = host as HTMLElement & {
        readerChoices: object;
        updateComplete: Promise<unknown>;
      };
      const { elementProperties } = host.constructor as never as {
        elementProperties: Map<string, { state?: boolean }>;
      };
      const properties = () => [
        ...[...elementProperties].map(([name]) => [name, Reflect.get(host, name)] as const),
        ['readerChoices', JSON.stringify(figure.readerChoices)] as const,
      ];
      const told: string[] = [];
      const types = new Set<string>();
      const send = EventTarget.prototype.dispatchEvent;
      EventTarget.prototype.dispatchEvent = function (event) {
        if (event.type.startsWith('glass-') && !pointing.includes(event.type))
          types.add(event.type);
        return send.call(this, event);
      };
      const all = (root: ParentNode): HTMLElement[] =>
        [...root.querySelectorAll<HTMLElement>('*')].flatMap((each) => [
          each,
          ...(each.shadowRoot === null ? [] : all(each.shadowRoot)),
        ]);
      const before = properties();
      for (const each of all(host.shadowRoot!).filter(
        (one) => one.matches(pressable) && one.checkVisibility() && !one.closest('.recipe, .bar'),
      )) {
        const { left, top, width, height } = each.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height / 2 };
        if (!(each as HTMLButtonElement).disabled)
          each.dispatchEvent(new MouseEvent('click', { ...at, bubbles: true, composed: true }));
        for (const key of ['ArrowLeft', 'ArrowRight', 'Enter'])
          each.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      }
      await figure.updateComplete;
      EventTarget.prototype.dispatchEvent = send;
      for (const [i, [name, value]] of properties().entries())
        if (value !== before[i]![1] && !['focused', 'pinned', 'place'].includes(name))
          told.push(`property ${name}`);
      return [...told, ...types];
    },
    [selector, kOfPointing] as const,
  );
}

for (const tag of tags.filter((each) => !kBegun.includes(each)))
  test(`nothing that is left of ${tag} changes it`, async ({ page }) => {
    await openShelf(page);
    const staying = kStays[tag] ?? {};
    const idle = new Set(Object.keys(staying).filter((name) => staying[name] !== 'input'));
    const ways = new Map([
      ...Object.entries(staying),
      ['', 'button, input, select, label, summary, [tabindex], td, canvas, svg, .output, .strip'],
    ]);
    for (const [markup, drawn] of kWithAll[tag] ?? [])
      for (const [name, selector] of ways) {
        await put(page, markup.replace('<glass-beam-tree', '<glass-beam-tree forceable'));
        if (tag === 'glass-by-hand') await giveNumbers(page);
        const element = page.locator(tag);
        await expect(page.locator('main').locator(drawn).first()).toBeVisible();
        await element.evaluate((host, value) => host.setAttribute('fixed', value), name);
        await settled(page);
        expect.soft(await pressed(element, selector), `fixed="${name}"`).toEqual([]);
        if (name === '' || selector === 'input') continue;
        await element.evaluate((host) => host.removeAttribute('fixed'));
        await settled(page);
        if ((await pressed(element, selector)).length > 0) idle.delete(name);
      }
    expect([...idle], 'names without which nothing is changed either').toEqual([]);
  });

test('numbers that are fixed are no fields', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-matrix editable fixed values="[[1, 2.25]]"></glass-matrix>');
  const figure = page.locator('glass-matrix');
  await expect(figure.locator('.cell')).toHaveText(['1', '2.25']);
  await expect(figure.locator('input')).toHaveCount(0);
  await put(page, '<glass-by-hand fixed></glass-by-hand>');
  await giveNumbers(page);
  await expect(page.locator('glass-by-hand .cell').first()).toBeVisible();
  await expect(page.locator('glass-by-hand input')).toHaveCount(0);
});

test('on paper stay the settings, and in a saved figure those that it says nowhere else', async ({
  page,
}) => {
  await openShelf(page);
  const figures = '<glass-next-token adjustable></glass-next-token><glass-norm></glass-norm>';
  await put(page, `${stories(figures)}<glass-train></glass-train>`);
  const [rate, setting, layers] = [
    page.locator('glass-train [data-control=lr]'),
    page.locator('glass-next-token [data-control=temperature]'),
    page.locator('glass-norm [data-control=layer]'),
  ];
  await expect(layers).toBeVisible();
  await expect(rate).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(rate).toBeVisible();
  await expect(setting).toBeVisible();
  await expect(layers).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('main *')) each.toggleAttribute('saving', true);
  });
  await expect(rate).toBeVisible();
  await expect(setting).toBeHidden();
  await expect(layers).toBeHidden();
});
