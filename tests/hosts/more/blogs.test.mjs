// The examples for Hugo, Hexo and Jekyll: what each makes of a post in Markdown, opened in Chromium.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../../../tools/lib/static_server.mjs';
import { openHosts } from '../host.mjs';

let hosts;
before(async () => {
  hosts = await openHosts('tests/hosts/more', 'more');
});
after(() => hosts?.close());

/** The example, with the package's folder where its README says. */
function blog(name, place) {
  const app = hosts.app(`example-${name}`, { source: `web/examples/${name}` });
  cpSync(join(app, 'node_modules/glassformer/dist'), join(app, place), { recursive: true });
  return app;
}

const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, stdio: 'pipe' });

/** The post: the figure alone is drawn at once, those in the `<glass-model>` when the reader is there. */
async function expectPost(folder) {
  const { address, close } = await serve(folder, { prefix: '/blog/' });
  try {
    await hosts.expectFigure(`${address}posts/attention/`, {
      output: null,
      act: async (page) => {
        const next = page.locator('glass-next-token');
        await next.scrollIntoViewIfNeeded();
        await next.locator('[part=bar]').nth(4).waitFor();
        await page.locator('p > strong').waitFor();
      },
    });
  } finally {
    close();
  }
}

test('hugo', async () => {
  const app = blog('hugo', 'static/glassformer');
  run(app, 'hugo', '--quiet', '--destination', 'public');
  await expectPost(join(app, 'public'));
});

test('jekyll', async () => {
  const app = blog('jekyll', 'glassformer');
  run(app, 'jekyll', 'build', '--quiet', '--destination', 'out');
  await expectPost(join(app, 'out'));
});

test('hexo', async () => {
  const app = blog('hexo', 'source/glassformer');
  // Hexo looks for itself and its plugins in the folder of the blog.
  for (const name of ['hexo', 'hexo-renderer-ejs', 'hexo-renderer-marked'])
    run(app, 'cp', '-al', hosts.folderOf(name), join(app, 'node_modules', name));
  run(app, process.execPath, join(app, 'node_modules/hexo/bin/hexo'), 'generate');
  await expectPost(join(app, 'public'));
});
