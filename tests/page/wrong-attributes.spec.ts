/** An attribute that an author wrote wrong is told in the figure's place; it is no crash, no NaN and no empty figure. */
import type { GlassTokens } from '../../web/src/elements/index.ts';
import { expect, test } from './kept.ts';
import { drawn, settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';

const message = '[part=message][role=alert]';

test('numbers out of their range; the next value is drawn', async ({ page }) => {
  await openShelf(page);
  for (const [markup, sentence] of [
    ['<glass-attention head="1e9"></glass-attention>', 'head must be a whole number from 0 to 0'],
    [
      '<glass-attention head="x"></glass-attention>',
      'head must be a whole number from 0 to 0, found "x"',
    ],
    [
      '<glass-attention head="0x0"></glass-attention>',
      'head must be a whole number from 0 to 0, found "0x0"',
    ],
    [
      '<glass-attention layer="99999999999999999999"></glass-attention>',
      'layer must be a whole number from -1 to 0, found "99999999999999999999"',
    ],
    ['<glass-attention layer="99"></glass-attention>', 'layer must be a whole number from -1 to 0'],
    ['<glass-attention-steps layer="99"></glass-attention-steps>', 'layer must be a whole number'],
    [
      '<glass-attention-steps query="-1.5"></glass-attention-steps>',
      'query must be a whole number of at',
    ],
    ['<glass-train max-steps="x"></glass-train>', 'max-steps must be a whole number of at least 1'],
    [
      '<glass-train max-steps="-1"></glass-train>',
      'max-steps must be a whole number of at least 1, found -1',
    ],
    [
      '<glass-embeddings head="1e9"></glass-embeddings>',
      'head must be a whole number from 0 to 0, found 1000000000',
    ],
    [
      '<glass-attention layer="javascript:alert(1)"></glass-attention>',
      'layer must be a whole number from -1 to 0, found "javascript:alert(1)"',
    ],
    [
      '<glass-next-token limit="-5"></glass-next-token>',
      'limit must be a whole number of at least 1',
    ],
  ] as const)
    await test.step(markup, async () => {
      await put(page, `<glass-model src="aab" text="aabaa">${markup}</glass-model>`);
      await expect
        .soft(page.locator(message), markup)
        .toContainText(`The figure cannot be drawn: ${sentence}`);
      await expect.soft(page.locator('svg'), markup).toHaveCount(0);
      // The next value is drawn.
      const [, name = ''] = /(\S+)="/.exec(markup) ?? [];
      await page.evaluate((attribute) => {
        const figure = document.querySelector('glass-model > *') as HTMLElement;
        figure.setAttribute(attribute, ['head', 'layer'].includes(attribute) ? '0' : '1');
      }, name);
      await expect.soft(page.locator(message), markup).toHaveCount(0);
      await expect.soft(page.locator('glass-model > * [part]').first(), markup).toBeAttached();
    });
});

test('an attribute that is wrong, mended, and taken away', async ({ page }) => {
  await openShelf(page);
  // Wrong, and what mends it.
  for (const [markup, attribute, right, sentence] of [
    ['<glass-attention view="x">', 'view', 'lines', 'view must be "matrix" or "lines", found "x"'],
    [
      '<glass-attention-steps digits="-1">',
      'digits',
      '2',
      'digits must be a whole number from 0 to',
    ],
    [
      '<glass-feed-forward neuron="-1">',
      'neuron',
      '2',
      'neuron must be a whole number of at least 0',
    ],
    [
      '<glass-norm place="x">',
      'place',
      'end',
      'place must be "attention", "feedForward" or "end", found "x"',
    ],
    ['<glass-block columns="0">', 'columns', '1', 'columns must be a whole number of at least 1'],
    ['<glass-block columns="x">', 'columns', '2', 'columns must be a whole number of at least 1'],
    [
      '<glass-generate modes="greedy best">',
      'modes',
      'greedy beam',
      'modes must be made of "greedy", "sample" or "beam", found "best"',
    ],
    [
      '<glass-generate modes="beam greedy beam">',
      'modes',
      'beam greedy',
      'modes must be made of "greedy", "sample" or "beam", each once, found "beam greedy beam"',
    ],
    [
      '<glass-heads stack="x">',
      'stack',
      'encoder',
      'stack must be "encoder", "decoder" or "cross"',
    ],
    [
      '<glass-input maxlength="-1">',
      'maxlength',
      '5',
      'maxlength must be a whole number of at least',
    ],
    [
      '<glass-input maxlength="3">', // the model's text has five letters
      'maxlength',
      '5',
      'value.length must be a whole number from 0 to 3, found 5',
    ],
    [
      '<glass-input maxlength="x">',
      'maxlength',
      '5',
      'maxlength must be a whole number of at least',
    ],
    [
      '<glass-ablation without="blocks.7.mlp_out">',
      'without',
      'blocks.0.attn.z [0]',
      'without must be one part of the model, such as "blocks.0.attn.z [0]", found "blocks.7.mlp_out"',
    ],
    [
      '<glass-patch cell="[3]">',
      'cell',
      '{"layer":0,"place":1}',
      'cell must be an object with layer and place, found a list',
    ],
    [
      '<glass-patch cell="nonsense">',
      'cell',
      '{"layer":0,"place":1}',
      'cell must be an object with layer and place, found "nonsense", which is no JSON',
    ],
    [
      `<glass-patch cell='{"layer":"0","place":0}'>`,
      'cell',
      '{"layer":0,"place":1}',
      'cell.layer must be a whole number of at least 0, found "0"',
    ],
    [
      `<glass-patch cell='{"__proto__":{"layer":0,"place":0}}'>`,
      'cell',
      '{"layer":0,"place":1}',
      'cell.layer must be a whole number of at least 0, found undefined',
    ],
    [
      '<glass-patch activation="mlp.post">',
      'activation',
      'attn.z',
      'activation must be "resid_pre", "resid_post", "attn_out", "attn.q", "attn.k", "attn.v", "attn.raw_scores", "attn.pattern" or "attn.z", found "mlp.post"',
    ],
    [
      '<glass-patch token="">',
      'token',
      '1',
      'token must be a whole number of at least 0, found ""',
    ],
    [
      `<glass-translate picks='{"encoder":5}'>`,
      'picks',
      '{"encoder":{"layer":0,"head":0}}',
      'picks.encoder must be an object with layer and head, found 5',
    ],
    [
      '<glass-map neighbours="0">',
      'neighbours',
      '3',
      'neighbours must be a whole number from 1 to',
    ],
    [
      '<glass-matrix hook="embed" scale="foo">',
      'scale',
      'probability',
      'scale must be "signed" or "probability", found "foo"',
    ],
    [
      '<glass-matrix hook="embed" digits="-1">',
      'digits',
      '0',
      'digits must be a whole number from 0',
    ],
    [
      '<glass-matrix hook="embed" rows-as="word">',
      'rows-as',
      'token',
      'rows-as must be "query", "key", "token" or "none", found "word"',
    ],
    [
      '<glass-matrix hook="embed" extent="x">',
      'extent',
      '2',
      'extent must be a number of at least 0',
    ],
    [
      '<glass-matrix hook="blocks.0.attn.pattern" head="0.5">',
      'head',
      '0',
      'head must be a whole number of at least 0, found 0.5',
    ],
    ['<glass-padding layer="-1">', 'layer', '0', 'layer must be a whole number of at least 0'],
    ['<glass-positions column="-1">', 'column', '0', 'column must be a whole number of at least 0'],
    [
      '<glass-positions column="8">',
      'column',
      '7',
      'column must be a whole number from 0 to 7, found 8',
    ],
    [
      '<glass-attribution opened="[0, 1]">',
      'opened',
      '[0]',
      'opened[1] must be a whole number from 0 to 0, found 1',
    ],
    [
      `<glass-patch cell='{"layer":1,"place":0}'>`,
      'cell',
      '{"layer":0,"place":1}',
      'cell.layer must be a whole number from 0 to 0, found 1',
    ],
    [
      '<glass-next-token chosen="2">',
      'chosen',
      '1',
      'chosen must be a whole number from -1 to 1, found 2',
    ],
    [
      '<glass-matrix hook="embed" scale-hooks="pos_embed nope">',
      'scale-hooks',
      'pos_embed  pos_embed',
      "this model has no activation named 'nope'",
    ],
    ...(
      [
        ['"max_new_tokens":1e9', 'max_new_tokens must be a whole number from 1 to 40'],
        ['"num_beams":21', 'num_beams must be a whole number from 1 to 20, found 21'],
        ['"temperature":2.1', 'temperature must be a number above 0 and at most 2, found 2.1'],
      ] as const
    ).map(
      ([given, sentence]) =>
        [
          `<glass-generate settings='{${given}}'>`,
          'settings',
          '{"max_new_tokens":40,"temperature":2}',
          `settings.${sentence}`,
        ] as const,
    ),
    [
      `<glass-next-token settings='{"temperature":1e-300}'>`,
      'settings',
      '{"temperature":0.5}',
      'settings.temperature must be a number above 0',
    ],
    [
      '<glass-translate shown="x">',
      'shown',
      'greedy',
      'shown must be "greedy" or "beam", found "x"',
    ],
    ['<glass-matrix hook="nope">', 'hook', 'embed', "this model has no activation named 'nope'"],
    [
      '<glass-matrix hook="embed" mask-hook="nope">',
      'mask-hook',
      'embed',
      "this model has no activation named 'nope'",
    ],
    [
      '<glass-embeddings hook="*">',
      'hook',
      'embed',
      'hook must be the name of one activation, found "*"',
    ],
    [
      '<glass-translate beams="1e9">',
      'beams',
      '2',
      'beams must be a whole number from 1 to 1000, found 1000000000',
    ],
    ['<glass-train lr="1e300">', 'lr', '0.01', 'lr must be a number from 0 to 1000000000, found'],
    [
      '<glass-train seed="-1">',
      'seed',
      '2',
      'seed must be a whole number from 0 to 9007199254740991, found -1',
    ],
    [
      '<glass-train loss-scale="x">',
      'loss-scale',
      'log',
      'loss-scale must be "linear" or "log", found "x"',
    ],
    ['<glass-variance width="x">', 'width', '8', 'width must be a whole number from 1 to 512'],
  ] as const)
    await test.step(markup, async () => {
      await put(page, `<glass-model src="aab" text="aabaa">${markup}</glass-model>`);
      await expect
        .soft(page.locator(message), markup)
        .toContainText(`The figure cannot be drawn: ${sentence}`);
      const figure = page.locator('glass-model > :not([part], slot, .ink)');
      const saved = await figure.evaluate((each) => (each as GlassTokens).toJSON().figure);
      expect.soft(markup).toContain(`<${saved} `);
      await figure.evaluate((each, [name, value]) => each.setAttribute(name, value), [
        attribute,
        right,
      ] as const);
      await expect.soft(page.locator(message), markup).toHaveCount(0);
      // Taken away, it is what it was at first.
      await figure.evaluate((each, name) => each.removeAttribute(name), attribute);
      await drawn(page);
      await expect.soft(page.locator(message), markup).toHaveCount(0);
    });
});

test('what is refused is no longer said to be loading', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-matrix model="aab" text="aab" hook="nope"></glass-matrix>');
  const figure = page.locator('glass-matrix');
  await expect(figure.locator(message)).toContainText("no activation named 'nope'");
  await expect(figure.getByRole('status')).toHaveCount(0);
});

test('<glass-model>: what is inside stays, and the right value loads it', async ({ page }) => {
  await openShelf(page);
  for (const [attribute, wrong, right, sentence] of [
    ['dtype', 'int4', 'int8', 'dtype must be "fp32", "fp16" or "int8", found "int4"'],
    ['layer', '-1', '0', 'layer must be a whole number of at least 0, found -1'],
    ['layer', '1', '0', 'layer must be a whole number from 0 to 0, found 1'],
    ['head', '1', '0', 'head must be a whole number from 0 to 0, found 1'],
    ['head', 'x', '0', 'head must be a whole number of at least 0, found "x"'],
    ['max-tokens', '0', '3', 'max-tokens must be a whole number of at least 1, found 0'],
    [
      'ablations',
      '[{"layer":1,"head":0}]',
      '[]',
      'ablations: layer must be a whole number from 0 to 0, found 1',
    ],
    [
      'ablations',
      '[{"layer":0,"head":1}]',
      '[{"layer":0,"head":0}]',
      'ablations: head must be a whole number from 0 to 0, found 1',
    ],
  ] as const) {
    const named = `${attribute}="${wrong}"`;
    await test.step(named, async () => {
      await put(
        page,
        `<glass-model src="aab" text="aabaa" ${attribute}='${wrong}'><p>Prose</p><glass-tokens></glass-tokens></glass-model>`,
      );
      await expect.soft(page.locator(message), named).toContainText(sentence);
      await expect.soft(page.getByText('Prose'), named).toBeVisible();
      const model = page.locator('glass-model');
      const write = (value: string) =>
        model.evaluate((each, [name, text]) => each.setAttribute(name, text), [
          attribute,
          value,
        ] as const);
      await write(right);
      await expect.soft(page.locator('glass-tokens button').first(), named).toBeVisible();
      await expect.soft(page.locator(message), named).toHaveCount(0);
      // Once more: the figure stays as it is.
      await write(wrong);
      await expect.soft(page.locator(message), named).toContainText(sentence);
      await expect.soft(page.locator('glass-tokens button').first(), named).toBeVisible();
    });
  }
});

test('attributes of JSON: what is left out is as it was, and what is no such object is refused', async ({
  page,
}) => {
  await openShelf(page);
  const figure = (attribute: string) =>
    put(
      page,
      `<glass-model src="aab" text="aabaa"><glass-next-token adjustable ${attribute}></glass-next-token></glass-model>`,
    );
  await figure(`settings='{"temperature": 0.5}'`);
  await expect(page.getByRole('slider', { name: 'Temperature' })).toHaveValue(/\d/);
  await expect(page.locator('glass-next-token')).not.toContainText('∞');
  for (const [given, sentence] of [
    ['5', 'settings must be an object with numbers, found 5'],
    ['"abc"', 'settings must be an object with numbers, found ""abc""'],
    ['[1]', 'settings must be an object with numbers, found a list'],
    [
      '{"temperature": 0}',
      'settings.temperature must be a number above 0 (for greedy decoding: "top_k": 1), found 0',
    ],
    [
      '{"do_sample": false}',
      'settings must be made of "temperature", "top_k" or "top_p" (for greedy decoding: "top_k": 1), found "do_sample"',
    ],
    ['{"top_k": {"toString": 0}}', 'settings.top_k must be a number, found an object'],
  ] as const) {
    await figure(`settings='${given}'`);
    await expect(page.locator(message), given).toContainText(sentence);
  }
  // The lines of a pinned key, whose query is left out.
  await put(
    page,
    `<glass-model src="aab" text="aab" pinned='{"key": 0}'><glass-attention view="lines"></glass-attention></glass-model>`,
  );
  await expect(
    page.locator('glass-attention svg path, glass-attention svg line').first(),
  ).toBeAttached();
});

test('what is refused takes no more room than its sentence, and is told once', async ({ page }) => {
  await openShelf(page);
  for (const [markup, attribute, right] of [
    ['<glass-attention view="line"></glass-attention>', 'view', 'lines'],
    ['<glass-attention layer="5"></glass-attention>', 'layer', '0'],
    ['<glass-next-token limit="five"></glass-next-token>', 'limit', '5'],
  ] as const)
    await test.step(markup, async () => {
      await put(page, '<glass-model src="aab" text="aabaa"></glass-model>');
      const model = page.locator('glass-model');
      const told = await model.evaluateHandle((element, html) => {
        const errors: string[] = [];
        element.addEventListener('glass-error', (event) => {
          const { target, detail } = event as CustomEvent<{ error: Error }>;
          const { error } = detail;
          errors.push(`${(target as Element).localName}: ${error.name}: ${error.message}`);
        });
        element.insertAdjacentHTML('beforeend', html);
        return errors;
      }, markup);
      const tag = markup.slice(1, markup.indexOf(' '));
      const figure = page.locator(tag);
      await expect(figure.locator(message)).toBeVisible();
      await expect.poll(async () => (await figure.boundingBox())!.height).toBeLessThan(80);
      // It is updated with the run, and for another text, and is refused each time.
      await model.evaluate((element) => element.setAttribute('text', 'aab'));
      await settled(page);
      const sentence = `${tag}: GlassformerError: ${attribute} must be `;
      const once = [expect.stringContaining(sentence)];
      expect(await told.jsonValue()).toEqual(once);
      const wrong = (await figure.getAttribute(attribute))!;
      const set = (value: string) =>
        figure.evaluate((element, [name, text]) => element.setAttribute(name, text), [
          attribute,
          value,
        ] as const);
      await set(right);
      await expect(figure.locator(message)).toHaveCount(0);
      expect(await told.jsonValue()).toEqual(once);
      await set(wrong);
      await expect(figure.locator(message)).toBeVisible();
      expect(await told.jsonValue()).toEqual([...once, ...once]);
    });
});

test('blanks around a model’s name are no part of it; a number that is no float is no weight', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-tokens model=" aab " text="aab"></glass-tokens><glass-model src="aab\n" text="aab"><glass-tokens></glass-tokens></glass-model>',
  );
  for (const tokens of await page.locator('glass-tokens').all())
    await expect(tokens.locator('button').first()).toBeVisible();
  await put(page, '<glass-attention pattern="[[1e400]]"></glass-attention>');
  await expect(page.locator(message)).toContainText(
    'found a list with Infinity, which is no finite 32-bit float',
  );
});
