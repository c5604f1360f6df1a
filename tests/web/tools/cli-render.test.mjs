/**
 * `npx glassformer render`, from the built package: what it asks of a browser, writes and refuses. The browsers here are programs
 * of a few lines; tests/package/render.mjs has a real one.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, glassformer } from './command.mjs';
import { copyOfModel, dist, linkOutside, temporaryFolder } from './temporary.mjs';

/** A program that is started like a browser. `page` is what it does with the page's address. */
function browserIn(folder, page) {
  const path = join(folder, 'browser.mjs');
  writeFileSync(
    path,
    `#!/usr/bin/env node
    import { writeFileSync } from 'node:fs';
    const [profile] = process.argv.filter((each) => each.startsWith('--user-data-dir=')).map((each) => each.slice(16));
    const address = process.argv.at(-1);
    const say = (message) => fetch(address + 'said', { method: 'POST', body: JSON.stringify(message) });
    ${page}`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** Draws every figure, and keeps the plan. */
const kDraws = `
  const plan = await (await fetch(address + 'plan.json')).json();
  writeFileSync(new URL('./plan.json', import.meta.url), JSON.stringify(plan));
  const all = (roots) => roots.flatMap((root) => [root, ...all(root.children)]);
  for (const { tag, figure } of all(plan.roots)) {
    if (figure === null) continue;
    const images = {};
    for (const scheme of plan.schemes)
      images[scheme] = { content: '<svg>' + tag + scheme + '</svg>', width: 30, height: 20 };
    await say({ at: figure });
    await say({ figure, picture: { images, told: { title: tag, text: 'aabaa', model: 'aab', lines: ['aab'] } } });
  }
  await say({ done: true });
  setTimeout(() => {}, 60_000);`;

function render(folder, ...args) {
  const env = { ...process.env, GLASSFORMER_BROWSER: '' };
  const { status, stdout, stderr } = glassformer(['render', ...args], { cwd: folder, env });
  return { status, stdout, lines: stderr.split('\n').filter((line) => line !== '') };
}

function postIn(folder, html) {
  writeFileSync(join(folder, 'post.html'), html);
  return () => readFileSync(join(folder, 'post.html'), 'utf8');
}

const figure = '<glass-attention model="aab" text="aabaa"></glass-attention>';

test('pictures are written beside the post and into it, and a second run changes nothing', () => {
  const folder = temporaryFolder();
  const written = postIn(folder, `<p>before\r\n${figure}\r\nafter`);
  const run = () => render(folder, 'post.html', '--browser', browserIn(folder, kDraws));
  expect(run()).toEqual({
    status: 0,
    stdout: 'wrote post.html: pictures of 1 figure in figures (0 KB)\n',
    lines: [],
  });
  const first = written();
  expect(first).toBe(
    `<p>before\r\n<glass-attention model="aab" text="aabaa"><span data-glassformer-still><img src="figures/post-1-attention.svg" alt="glass-attention. aab." width="30" height="20" loading="lazy"><br><small aria-hidden="true">glass-attention – “aabaa” (aab).</small><br></span></glass-attention>\r\nafter`,
  );
  expect(readFileSync(join(folder, 'figures/post-1-attention.svg'), 'utf8')).toBe(
    '<svg>glass-attentionlight</svg>',
  );
  expect(run().stdout).toMatch(/^post\.html is up to date: /);
  expect(written()).toBe(first);
});

test('a picture that is wider than the column is shown as wide as that', () => {
  const folder = temporaryFolder();
  const written = postIn(folder, figure);
  const wide = kDraws.replace('width: 30, height: 20', 'width: 704, height: 352');
  const args = ['post.html', '--browser', browserIn(folder, wide)];
  for (const [options, size] of [
    [[], 'width="680" height="340"'],
    [['--width', '300'], 'width="300" height="150"'],
    [['--width', '800'], 'width="704" height="352"'],
  ]) {
    expect(render(folder, ...args, ...options)).toMatchObject({ status: 0, lines: [] });
    expect(written()).toContain(` ${size} `);
  }
});

test('another file, another folder, two schemes, and a name for an index.html', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'my posts/第一篇'), { recursive: true });
  const post = 'my posts/第一篇/index.html';
  writeFileSync(join(folder, post), figure);
  const options = [
    '--images',
    'all images',
    '--scheme',
    'both',
    '--out',
    'my posts/第一篇/out.html',
  ];
  const browser = browserIn(folder, kDraws);
  expect(render(folder, post, ...options, '--browser', browser)).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, post), 'utf8')).toBe(figure);
  expect(readFileSync(join(folder, 'my posts/第一篇/out.html'), 'utf8')).toContain(
    '<picture><source media="(prefers-color-scheme: dark)" srcset="../../all%20images/my%20posts--%E7%AC%AC%E4%B8%80%E7%AF%87--out-1-attention-dark.svg"><img src="../../all%20images/my%20posts--%E7%AC%AC%E4%B8%80%E7%AF%87--out-1-attention.svg"',
  );
  render(folder, post, '--images', 'all images', '--browser', browser);
  expect(readdirSync(join(folder, 'all images')).sort()).toEqual(
    [
      'my posts--第一篇--out-1-attention-dark.svg',
      'my posts--第一篇--out-1-attention.svg',
      'my posts--第一篇-1-attention.svg',
    ].sort(),
  );
});

test('a browser is given our tags alone: no handler, no script, and the files of the models that they name', () => {
  const folder = temporaryFolder();
  const { model } = copyOfModel('aab');
  mkdirSync(join(folder, 'posts'));
  spawnSync('cp', ['-r', model, join(folder, 'models')]);
  writeFileSync(join(folder, 'models/secret.txt'), 'secret');
  writeFileSync(
    join(folder, 'posts/post.html'),
    `<script>alert(1)</script><div onclick="alert(2)"><glass-model src="/models/" lazy onclick="alert(3)" style="--glass-accent: red">
     <img src=x onerror="alert(4)"><glass-attention id="a" layer="0" hidden lazy></glass-attention></glass-model></div>`,
  );
  const page = `
    const status = async (path, headers) => (await fetch(new URL(path, address), { headers })).status;
    const { port } = new URL(address);
    const { get } = await import('node:http');
    const other = await new Promise((done) => get({ port, host: '127.0.0.1', path: new URL(address).pathname, headers: { host: 'evil.example' } }, ({ statusCode }) => done(statusCode)));
    writeFileSync(new URL('./asked.json', import.meta.url), JSON.stringify({
      page: await (await fetch(address)).text(), policy: (await fetch(address)).headers.get('content-security-policy'), other,
      statuses: [await status('./models/0/models/config.json'), await status('./package/elements.js'), await status('./models/0/models/secret.txt'),
        await status('./models/1/x/config.json'), await status('./package/..%2fpackage.json'), await status('/'), await status('/plan.json')] }));
    ${kDraws}`;
  const browser = browserIn(folder, page);
  expect(render(folder, 'posts/post.html', '--base', '.', '--browser', browser).status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')).roots).toEqual([
    {
      tag: 'glass-model',
      lang: 'en',
      figure: null,
      style: '--glass-accent: red',
      attributes: [['src', './models/0/models/']],
      children: [
        {
          tag: 'glass-attention',
          lang: 'en',
          figure: 0,
          style: '',
          attributes: [['layer', '0']],
          children: [],
        },
      ],
    },
  ]);
  const asked = JSON.parse(readFileSync(join(folder, 'asked.json'), 'utf8'));
  expect(asked.statuses).toEqual([200, 200, 404, 404, 404, 404, 404]);
  expect(asked.other).toBe(404);
  expect(asked.page).not.toMatch(/alert|onclick|<img/);
  expect(asked.policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
});

/** Posts, options, and what is said of them; nothing is written. */
const wrong = {
  'no file': [figure, [], 'expected one HTML file, found 0'],
  'a missing file': [null, ['no.html'], 'no.html cannot be read (ENOENT), expected an HTML file'],
  'a name that no system has': [
    null,
    [`${'a'.repeat(300)}.html`],
    /^a+… cannot be read \(ENAMETOOLONG\), expected an HTML file$/,
  ],
  Markdown: [
    null,
    ['post.md'],
    'post.md is no HTML file by its name, expected one that ends with .html: the page that is made of a post',
  ],
  'what is no text': [
    Buffer.from([0xff, 0xfe, 0x3c, 0x00]),
    ['post.html'],
    'post.html is no text in UTF-8, expected an HTML file in UTF-8',
  ],
  'no figure': [
    '<p>&lt;glass-attention></p><glass-model></glass-model>',
    ['post.html'],
    'post.html holds no figure, expected a tag such as <glass-attention>',
  ],
  'a tag that is not closed': [
    `<p>\n<glass-attention/></p>`,
    ['post.html'],
    'post.html:2: <glass-attention> is not closed, expected </glass-attention>',
  ],
  'a model of another origin': [
    '<glass-model src="https://example.org/m/"><glass-tokens></glass-tokens></glass-model>',
    ['post.html'],
    "post.html:1: <glass-model>: the model is https://example.org/m/, and no other origin is asked; expected a shipped one's name or a folder of the site",
  ],
  'a misspelt attribute': [
    '<glass-attention id="a" class="x" data-v-1a2b v-text="x" model="stories" text="Once" laier="1"></glass-attention>',
    ['post.html'],
    'post.html:1: <glass-attention>: it has no attribute laier, expected layer',
  ],
  'attributes that no figure has': [
    '<glass-attention model="stories" text="Once" temperature="0.5"></glass-attention>',
    ['post.html'],
    /^post\.html:1: <glass-attention>: it has no attribute temperature, expected one of .*\blayer, /,
  ],
  'a setting as an attribute': [
    '<glass-next-token model="stories" text="Once" top-k="4"></glass-next-token>',
    ['post.html'],
    `post.html:1: <glass-next-token>: it has no attribute top-k, expected settings='{"top_k": …}'`,
  ],
  'an attribute of the model around': [
    '<glass-tokens model="stories" text="Once" dtype="int8"></glass-tokens>',
    ['post.html'],
    'post.html:1: <glass-tokens>: it has no attribute dtype, expected a <glass-model> around it with that',
  ],
  'a misspelt tag': [
    `<p>\n<glass-atention model="stories" text="Once"></glass-atention></p>`,
    ['post.html'],
    'post.html:2: <glass-atention> is no element of Glassformer, expected <glass-attention>',
  ],
  'a misspelt tag beside another': [
    `${figure}\n<glass-atention></glass-atention>`,
    ['post.html'],
    'post.html:2: <glass-atention> is no element of Glassformer, expected <glass-attention>',
  ],
  'a model above the site': [
    '<glass-tokens model="..%2f..%2fetc/" text="a"></glass-tokens>',
    ['post.html'],
    /^post\.html:1: <glass-tokens>: the model is \.\.%2f\.\.%2fetc\/, which lies outside \S+, expected a folder of the site \(--base names it\)$/,
  ],
  'a model beside the folder of the post': [
    '<glass-tokens model="../mine/" text="a"></glass-tokens>',
    ['post.html'],
    /^post\.html:1: <glass-tokens>: the model is \.\.\/mine\/, which lies outside \S+, expected a folder of the site \(--base names it\)$/,
  ],
  'a model that is not there': [
    '<glass-tokens model="./mine/" text="a"></glass-tokens>',
    ['post.html'],
    /^post\.html:1: <glass-tokens>: the model is \.\/mine\/, and there is no \S+mine.config\.json \(--base names the folder of the site\)$/,
  ],
  'addresses that a base moves': [
    `<base href="/blog/">${figure}`,
    ['post.html'],
    'post.html has a <base href>, from which its models and pictures would be looked for; expected none',
  ],
  'no folder of pictures': [
    figure,
    ['post.html', '--images', ''],
    '--images is empty, expected a folder',
  ],
  'another format': [
    figure,
    ['post.html', '--format', 'gif'],
    '--format is gif, expected one of svg, png',
  ],
  'another scheme': [
    figure,
    ['post.html', '--scheme', 'sepia'],
    '--scheme is sepia, expected one of light, dark, both',
  ],
  'a width that is none': [
    figure,
    ['post.html', '--width', '-1'],
    '--width is -1, expected a whole number from 200 to 4000',
  ],
  'a base elsewhere': [
    figure,
    ['post.html', '--base', dist],
    `--base is ${dist.slice(0, 60)}${dist.length > 60 ? '…' : ''}, expected a folder around post.html`,
  ],
  'a browser that is not there': [
    figure,
    ['post.html', '--browser', '/no/browser'],
    '--browser is /no/browser, expected the program of Chromium, Chrome, Edge or Firefox',
  ],
  'an option of another command': [
    figure,
    ['post.html', '--dtype', 'int8'],
    'render has no option --dtype',
  ],
};

for (const [name, [html, args, sentence]] of Object.entries(wrong))
  test(`what is wrong is told in one sentence, and nothing is written: ${name}`, () => {
    const folder = temporaryFolder();
    if (html !== null) writeFileSync(join(folder, 'post.html'), html);
    const { status, lines } = render(folder, ...args);
    const [said] = lines;
    if (typeof sentence === 'string') expect(said).toBe(`glassformer: ${sentence}`);
    else expect(said.replace('glassformer: ', '')).toMatch(sentence);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual(html === null ? [] : ['post.html']);
  });

test('where no browser is installed, it is told what was looked for and how to name one', () => {
  const folder = temporaryFolder();
  postIn(folder, figure);
  const env = { PATH: folder };
  const { status, stderr } = glassformer(['render', 'post.html'], { cwd: folder, env });
  expect([status, stderr]).toEqual([
    1,
    'glassformer: no browser was found to draw with: looked for chromium, chromium-browser, chromium-headless-shell, google-chrome, google-chrome-stable, microsoft-edge, firefox, firefox-esr on the PATH; name one by --browser PATH, or in the environment as GLASSFORMER_BROWSER\n',
  ]);
});

/** What becomes of a post whose browser does this. */
function failing(page, ...args) {
  const folder = temporaryFolder();
  const written = postIn(folder, `\n${figure}`);
  const { status, lines } = render(
    folder,
    'post.html',
    '--browser',
    browserIn(folder, page),
    ...args,
  );
  expect(status).toBe(1);
  expect(written()).toBe(`\n${figure}`);
  expect(existsSync(join(folder, 'figures'))).toBe(false);
  return lines.map((line) => line.replaceAll(folder, ''));
}

test('figures that cannot be drawn are named with why', () => {
  const say = `await say({ figure: 0, problem: 'The model cannot run.' }); await say({ done: true });`;
  expect(failing(say)).toEqual([
    'glassformer: post.html:2: <glass-attention>: The model cannot run.',
  ]);
  // Also one that may be given its numbers, where it waits for a model's.
  expect(failing(say.replace('problem', 'isGiven: false, empty'))).toEqual([
    'glassformer: post.html:2: <glass-attention> shows no figure: The model cannot run.',
  ]);
});

test('a figure that takes too long is named, and a browser that opens nothing or ends', () => {
  const waits = 'setTimeout(() => {}, 60_000);';
  // The time counts anew from when the figure begins; the program itself must have started within it.
  expect(failing(`await say({ at: 0 }); ${waits}`, '--timeout', '10')).toEqual([
    'glassformer: post.html:2: <glass-attention> was not drawn within 10 s (--timeout gives it longer)',
  ]);
  expect(failing(waits, '--timeout', '1')).toEqual([
    'glassformer: /browser.mjs has not opened the page within 1 s (--timeout gives it longer)',
  ]);
  expect(failing('process.exit(3)')).toEqual([
    'glassformer: /browser.mjs ended (status 3) before the figures were drawn',
  ]);
});

test('what only a script gives a figure, or is no element of ours, is left as it is and told', () => {
  const folder = temporaryFolder();
  const written = postIn(folder, '<glass-by-hand></glass-by-hand><glass-mine></glass-mine>');
  const page = `await say({ figure: 0, empty: 'Nothing', isGiven: true }); await say({ done: true });`;
  const { status, lines } = render(folder, 'post.html', '--browser', browserIn(folder, page));
  expect([status, ...lines]).toEqual([
    0,
    'glassformer: post.html:1: <glass-mine> is no element of Glassformer, and has no picture',
    'glassformer: post.html:1: <glass-by-hand> shows what a script gives it, and has no picture',
  ]);
  expect(written()).toBe('<glass-by-hand></glass-by-hand><glass-mine></glass-mine>');
});

test('posts of one name in one site have pictures of their own in a folder that they share', () => {
  const folder = temporaryFolder();
  const browser = browserIn(folder, kDraws);
  for (const way of ['2025/hello', '2026/hello', 'a-b/c', 'a/b-c']) {
    mkdirSync(join(folder, way), { recursive: true });
    writeFileSync(join(folder, way, 'index.html'), figure);
    const { status } = render(folder, `${way}/index.html`, '--images', 'img', '--browser', browser);
    expect(status).toBe(0);
  }
  expect(readdirSync(join(folder, 'img')).sort()).toEqual([
    '2025--hello-1-attention.svg',
    '2026--hello-1-attention.svg',
    'a--b-c-1-attention.svg',
    'a-b--c-1-attention.svg',
  ]);
});

test('a picture is not written through a link, and what a former run left in a figure without one is taken away', () => {
  const folder = temporaryFolder();
  const browser = browserIn(folder, kDraws);
  const written = postIn(folder, figure);
  mkdirSync(join(folder, 'figures'));
  writeFileSync(join(folder, 'victim.txt'), 'mine');
  symlinkSync('../victim.txt', join(folder, 'figures/post-1-attention.svg'));
  const { status, lines } = render(folder, 'post.html', '--browser', browser);
  expect(status).toBe(1);
  expect(lines).toEqual([
    'glassformer: figures/post-1-attention.svg is no file of its own, expected one that may be written',
  ]);
  expect(readFileSync(join(folder, 'victim.txt'), 'utf8')).toBe('mine');
  expect(written()).toBe(figure);

  postIn(folder, '<glass-proof model="aab"><span data-glassformer-still>old</span></glass-proof>');
  const { stdout } = render(folder, 'post.html', '--browser', browser);
  expect(stdout).toBe('wrote post.html: no picture\n');
  expect(written()).toBe('<glass-proof model="aab"></glass-proof>');
});

test('pictures are not written through a link of the site to a folder elsewhere', () => {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  const browser = browserIn(folder, kDraws);
  const written = postIn(folder, figure);
  for (const link of ['figures', 'img']) symlinkSync(outside, join(folder, link));
  const refused = (images, real, ...args) => {
    const { status, lines } = render(folder, 'post.html', '--browser', browser, ...args);
    const told = `${images} is a link to ${real}, expected a folder in ${folder}`;
    expect([status, ...lines]).toEqual([1, `glassformer: ${told}`]);
  };
  refused('figures', outside);
  refused('img/deep', join(outside, 'deep'), '--images', 'img/deep');
  expect(readdirSync(outside)).toEqual([]);
  expect(written()).toBe(figure);
  // What leaves the site by its own name was meant so.
  const { status } = render(folder, 'post.html', '--browser', browser, '--images', outside);
  expect(status).toBe(0);
  expect(readdirSync(outside)).toHaveLength(1);
});

test('a post that is saved while its figures are drawn keeps what was saved', () => {
  const folder = temporaryFolder();
  const written = postIn(folder, figure);
  const saves = `writeFileSync(new URL('./post.html', import.meta.url), 'newer');${kDraws}`;
  const { status, lines } = render(folder, 'post.html', '--browser', browserIn(folder, saves));
  expect(status).toBe(1);
  expect(lines).toEqual([
    'glassformer: post.html has changed while its figures were drawn, and is left as it is now',
  ]);
  expect(written()).toBe('newer');
  expect(existsSync(join(folder, 'figures'))).toBe(false);
});

test('where a file cannot be written, the post and its pictures are as they were', () => {
  const folder = temporaryFolder();
  const written = postIn(folder, figure);
  mkdirSync(join(folder, 'figures'));
  writeFileSync(join(folder, 'figures/post-1-attention.svg'), 'the former one');
  const args = ['post.html', '--out', 'no/post.html', '--images', 'figures', '--browser'];
  const { status, lines } = render(folder, ...args, browserIn(folder, kDraws));
  expect([status, ...lines]).toEqual([
    1,
    'glassformer: no/post.html cannot be written (ENOENT), expected a file that can',
  ]);
  expect(written()).toBe(figure);
  expect(readFileSync(join(folder, 'figures/post-1-attention.svg'), 'utf8')).toBe('the former one');
});

test('a link of a model to a file elsewhere is refused', () => {
  const { folder, model } = copyOfModel('aab');
  const refusal = linkOutside(model, 'vocab.json').replace('glassformer: ', '');
  postIn(folder, '<glass-tokens model="./model/" text="a"></glass-tokens>');
  const { lines } = render(folder, 'post.html', '--browser', browserIn(folder, kDraws));
  expect(lines).toEqual([`glassformer: post.html:1: <glass-tokens>: ${refusal}`]);
});

test('so is one of the site to a model elsewhere', () => {
  const { folder, model } = copyOfModel('aab');
  const outside = join(temporaryFolder(), 'private');
  renameSync(model, outside);
  symlinkSync(outside, model);
  postIn(folder, '<glass-tokens model="./model/" text="a"></glass-tokens>');
  const { lines } = render(folder, 'post.html', '--browser', browserIn(folder, kDraws));
  expect(lines).toEqual([
    `glassformer: post.html:1: <glass-tokens>: the model is ./model/, which is a link to ${outside}, expected a folder of the site (--base names it)`,
  ]);
});

test('Ctrl-C ends the browser and removes its profile', async () => {
  const folder = temporaryFolder();
  const written = postIn(folder, figure);
  // It tells, through a file, that it runs.
  const told = join(folder, 'told.json');
  const page = `await say({ at: 0 });
    writeFileSync(${JSON.stringify(told)}, JSON.stringify({ profile, pid: process.pid }));
    console.log('ready'); setTimeout(() => {}, 60_000);`;
  const args = [cli, 'render', 'post.html', '--browser', browserIn(folder, page)];
  const program = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((done) => program.on('exit', done));
  await expect
    .poll(() => existsSync(told) && readFileSync(told, 'utf8'), { timeout: 30_000 })
    .toMatch(/\}$/);
  const { profile, pid } = JSON.parse(readFileSync(told, 'utf8'));
  expect(existsSync(profile)).toBe(true);
  program.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(existsSync(profile)).toBe(false);
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  expect(written()).toBe(figure);
});

/** One that has ended waits for its parent under the name of a zombie. */
function isRunning(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
