/** What every element says while it has nothing to show: empty, loading, failed. */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answering } from '../../tools/lib/static_server.mjs';
import { en } from '../web/words.ts';
import { violations } from './axe.ts';
import { openBlank } from './blank.ts';
import { expect, type Page, test } from './fixture.ts';
import { packageFolders } from './package.mjs';
import { openShelf, put } from './shelf.ts';
import { tags } from './tags.ts';

/** Without a model, without a text for it, while it loads, and where it cannot be had. */
type Case = 'alone' | 'textless' | 'loading' | 'failed';

/** Why a tag has no such sentence: something else is there in its place. */
const kOthers: Readonly<Record<string, Partial<Record<Case, string>>>> = {
  'glass-changes': {
    alone: 'says nothing while nothing is changed',
    textless: 'says nothing while nothing is changed',
    loading: 'says nothing while nothing is changed',
    failed: 'says nothing while nothing is changed',
  },
  'glass-input': {
    alone: 'is a field to type in, whatever the model does',
    textless: 'is a field to type in, whatever the model does',
    loading: 'is a field to type in, whatever the model does',
    failed: 'is a field to type in, whatever the model does',
  },
  'glass-map': { textless: 'shows the whole vocabulary' },
  'glass-model': {
    alone: 'shows what is inside it, which says so',
    textless: 'shows what is inside it, which says so',
  },
  'glass-patch': { textless: 'has two lines of its own' },
  'glass-proof': { textless: 'has a text of its own' },
  'glass-save': {
    alone: 'shows the figure inside it, which says so',
    textless: 'shows the figure inside it, which says so',
    loading: 'shows the figure inside it, which says so',
    failed: 'shows the figure inside it, which says so',
  },
  'glass-train': {
    alone: 'trains a model of its own',
    textless: 'trains a model of its own',
    loading: 'trains a model of its own',
    failed: 'trains a model of its own',
  },
  'glass-variance': {
    alone: 'draws its own numbers',
    textless: 'draws its own numbers',
    loading: 'draws its own numbers',
    failed: 'draws its own numbers',
  },
};

/** What an empty one says, if it knows better than "Nothing to show yet.". */
const kEmpty: Readonly<Record<string, string>> = {
  'glass-ablation': en.study.ablation.noLine,
  'glass-matrix': en.noNumbers('values="[[…]]"', 'hook="…"'),
  'glass-generate': en.needsPrompt,
  'glass-next-token': en.noCandidates,
  'glass-tokens': en.noTokens,
  'glass-translate': en.noSource,
};

/** What is given its data by properties, in place of a model. */
const kOfNoModel = ['glass-by-hand', 'glass-matrix'];

/** What reads a source and writes a target. */
const kOfPairs = ['glass-padding', 'glass-translate'];

function sentenceOf(tag: string, each: Case): string | null {
  if (kOthers[tag]?.[each] !== undefined) return null;
  if (each === 'alone' && !kOfNoModel.includes(tag))
    return en.noModel(kOfPairs.includes(tag) ? 'en-zh' : 'stories');
  // Its numbers are those that it is given, whatever a model around it does.
  if (tag === 'glass-by-hand')
    return en.noNumbers('options=\'{"x": …, "w_query": …, "w_key": …, "w_value": …}\'');
  if (each === 'loading') return en.loading;
  if (each === 'failed') return tag === 'glass-model' ? en.modelFailed('') : en.notShown;
  if (each === 'textless' && kOfPairs.includes(tag)) return en.needsPair;
  if (each === 'textless' && tag !== 'glass-generate' && !kOfNoModel.includes(tag))
    return en.noText(true);
  return kEmpty[tag] ?? en.empty;
}

const sentences = (each: Case): Record<string, string | null> =>
  Object.fromEntries(tags.map((tag) => [tag, sentenceOf(tag, each)]));

/** Every tag, each in a model of its own. */
const shelfOf = (model: string): string =>
  `<h1>Placeholders</h1>${tags
    .map((tag) =>
      model === '' || tag === 'glass-model'
        ? `<${tag} data-placeholder ${tag === 'glass-model' ? model : ''}></${tag}>`
        : `<glass-model ${model}><${tag} data-placeholder></${tag}></glass-model>`,
    )
    .join('')}`;

/** What each of them says; of a failed model only who speaks, not what the server said. */
function said(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-placeholder]')].map(({ localName, shadowRoot }) => {
        const message = shadowRoot?.querySelector('[part~=message]');
        const text = message?.textContent?.trim() ?? null;
        return [
          localName,
          localName === 'glass-model' ? (text?.replace(/: .*/s, ': ') ?? null) : text,
        ];
      }),
    ),
  );
}

// What is far down would not even begin.
test.use({ viewport: { width: 1000, height: 12000 } });

const kModel = 'src="stories"';
const kText = 'text="Once upon a time"';

test('every element that is listed with a sentence of its own exists', () => {
  expect(Object.keys({ ...kOthers, ...kEmpty }).filter((tag) => !tags.includes(tag))).toEqual([]);
  expect(tags.length).toBeGreaterThan(20);
});

for (const [each, model, what] of [
  ['alone', '', 'without a model'],
  ['textless', kModel, 'with a model and no text'],
] as const) {
  test(`${what} every element says what is missing, and axe finds nothing`, async ({ page }) => {
    await openShelf(page);
    await put(page, shelfOf(model));
    await expect.poll(() => said(page)).toEqual(sentences(each));
    await expect(page.locator('[part~=message][aria-busy=true]')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });
}

test('an empty name of a model is as none', async ({ page }) => {
  await openShelf(page);
  const inSomeModel = tags.filter((tag) => tag !== 'glass-model');
  await put(
    page,
    inSomeModel.map((tag) => `<${tag} data-placeholder model=" "></${tag}>`).join(''),
  );
  const { 'glass-model': _around, ...expected } = sentences('alone');
  await expect.poll(() => said(page)).toEqual(expected);
});

test('with an encoder–decoder, which only a translation reads, no element asks for a text', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, shelfOf('src="en-zh" text="I like tea."'));
  const { needsPrompt, noTokens, noCandidates, empty, ofPair, study, logits } = en;
  const ofDecoders = ['glass-attribution', 'glass-circuit', 'glass-patch', 'glass-surprise'];
  const ofRuns = [
    'glass-attention',
    'glass-attention-steps',
    'glass-block',
    'glass-embeddings',
    'glass-generate',
    'glass-heads',
    'glass-next-token',
    'glass-tokens',
  ];
  await expect
    .poll(() => said(page))
    .toMatchObject({
      ...Object.fromEntries(ofRuns.map((tag) => [tag, ofPair])),
      ...Object.fromEntries(ofDecoders.map((tag) => [tag, study.decoderOnly])),
      'glass-logits': logits.none,
    });
  const asking = [needsPrompt, noTokens, noCandidates, empty] as (string | null)[];
  const unfit = Object.entries(await said(page)).filter(([, text]) => asking.includes(text));
  expect(unfit).toEqual([]);
});

test.describe('a figure whose author writes src for model is told what is missing', () => {
  test.use({ allowed: /<glass-\w+> has no attribute src, expected model$/ });
  for (const [language, sentence] of [
    ['en', 'No model: give model="stories", or put the figure inside <glass-model>.'],
    ['zh-CN', '没有模型：请加上 model="stories"，或把这幅图放进 <glass-model> 里。'],
  ] as const)
    test(`${language}`, async ({ page, complaints }) => {
      await openShelf(page, language);
      await put(
        page,
        '<glass-attention src="stories"></glass-attention><glass-map src="aab"></glass-map>',
      );
      for (const tag of ['glass-attention', 'glass-map'])
        await expect(page.locator(`${tag} [part=message]`)).toHaveText(sentence);
      await expect.poll(() => complaints.length).toBe(2);
    });
});

test('a figure inside a <glass-model> that is defined later never says that it has none', async ({
  page,
}) => {
  await openBlank(page);
  const said = await page.evaluate(async () => {
    const main = document.querySelector('main') as HTMLElement;
    main.innerHTML =
      '<glass-model src="aab" text="aab"><div><glass-attention></glass-attention></div></glass-model>';
    const load = (tag: string) =>
      import(new URL(`./elements/${tag}.js`, document.baseURI).href) as Promise<unknown>;
    const figure = () => document.querySelector('glass-attention') as HTMLElement;
    await load('glass-attention');
    const all: string[] = [];
    const told = () => figure().shadowRoot?.querySelector('[part=message]')?.textContent ?? '';
    const isDrawn = () => Boolean(figure().shadowRoot?.querySelector('glass-matrix'));
    // A figure that is never drawn has told what it says by then.
    for (let frames = 0; frames < 1200 && !isDrawn(); ++frames) {
      all.push(told().trim());
      if (frames === 10) void load('glass-model');
      await new Promise(requestAnimationFrame);
    }
    return [...new Set(all)];
  });
  expect(said).toContain(en.empty);
  expect(said).not.toContain(en.noModel('stories'));
});

for (const [lazy, which] of [
  ['', 'a model'],
  ['lazy', 'a lazy model'],
] as const) {
  test(`while ${which} loads every element says so, and is marked as busy`, async ({ page }) => {
    await openShelf(page);
    await page.route('**/model.safetensors', () => {}); // as slow as can be
    await put(page, shelfOf(`${kModel} ${kText} ${lazy}`));
    await expect.poll(() => said(page)).toEqual(sentences('loading'));
    const figures = page.locator('[data-placeholder]:not(glass-model)');
    const busy = tags.filter((tag) => sentenceOf(tag, 'loading') === en.loading);
    await expect(figures.locator('[part~=message][aria-busy=true]')).toHaveCount(busy.length - 1);
  });
}

test.describe('a model that is not there', () => {
  test.use({ allowed: /nowhere|404 \(/ });

  test('every element says that it cannot be shown, and axe finds nothing', async ({ page }) => {
    await openShelf(page);
    await put(page, shelfOf(`src="./nowhere/" ${kText}`));
    await expect.poll(() => said(page)).toEqual(sentences('failed'));
    // Why, is told by the model aloud, and in each figure on demand.
    await expect(page.locator('glass-model[data-placeholder] [role=alert]')).toContainText(
      'nowhere',
    );
    const figures = page.locator(
      '[data-placeholder]:not(glass-model) [part~=message][title*=nowhere]',
    );
    const speaking = Object.values(sentences('failed')).filter((text) => text === en.notShown);
    await expect(figures).toHaveCount(speaking.length);
    expect(await violations(page)).toEqual([]);
  });
});

const answer = answering(packageFolders('/'));

/** A server that sends a model's weights as far as it is told, and all else at once. */
class SlowServer {
  readonly #whole = readFileSync(
    new URL('../../dist/models/stories/model.safetensors', import.meta.url),
  );
  readonly #server = createServer((request, response) => {
    if (!request.url?.endsWith('/model.safetensors')) return answer(request, response);
    this.#answer = response.writeHead(200, { 'content-length': String(this.#whole.length) });
    this.sendUpTo(0);
  });
  #answer: ServerResponse | null = null;
  #sent = 0;

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, 'localhost', done));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}/`;
  }

  get isAsked(): boolean {
    return this.#answer !== null;
  }

  sendUpTo(part: number): void {
    const end = Math.round(part * this.#whole.length);
    this.#answer?.write(this.#whole.subarray(this.#sent, end));
    this.#sent = end;
    if (part === 1) this.#answer?.end();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const slowly = test.extend<{ server: SlowServer }>({
  // eslint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = new SlowServer();
    await use(server);
    server.close();
  },
  baseURL: async ({ server }, use) => use(await server.open()),
});

slowly(
  'while the bytes trickle in, how much has come, and how long the rest takes, is read',
  async ({ page, server }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-model lazy ${kModel} ${kText}><glass-block></glass-block></glass-model>`,
    );
    await expect.poll(() => server.isAsked).toBe(true);
    const message = page.locator('glass-block [part=message]');
    const percent = async () => {
      const [, loaded, total] =
        /^Loading… ([\d.]+)\sMB of ([\d.]+)\sMB/.exec(
          (await message.textContent())?.trim() ?? '',
        ) ?? [];
      return (100 * Number(loaded)) / Number(total);
    };
    for (const part of [0.25, 0.75]) {
      server.sendUpTo(part);
      // The little that its other files weigh is counted too.
      await expect.poll(percent).toBeGreaterThan(100 * part - 5);
      expect(await percent()).toBeLessThan(100 * part + 5);
    }
    let part = 0.75;
    await expect
      .poll(async () => {
        server.sendUpTo((part += 0.01));
        return message.textContent();
      })
      .toMatch(/MB · about \d+ s left\s*$/);
    server.sendUpTo(1);
    await expect(page.locator('glass-block td').first()).toBeVisible();
    await expect(message).toHaveCount(0);
  },
);
