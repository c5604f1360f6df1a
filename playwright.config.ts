// The page in a real browser: the system's Chromium, never a downloaded one. The page is served
// from a folder, not from the root of the host, because that is where it must also work.
import { createServer, type AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { installedBrowser } from './tools/lib/browser.mjs';

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

// Playwright reads this file once more in each of its processes, which inherit the variable.
const port = (process.env.GLASSFORMER_PAGE_PORT ??= String(await freePort()));
const prefix = '/some/folder/';
const fontSettings = `${import.meta.dirname}/tests/page/fonts.conf`;

// What is measured by the clock runs last and alone, so that no other browser takes its time.
const byTheClock = /(budget|slow-line|trainer|training-pace)\.spec\.ts/;

export default defineConfig({
  testDir: 'tests/page',
  testMatch: '**/*.spec.ts',
  outputDir: 'build/playwright',
  snapshotPathTemplate: '{testDir}/__pictures__/{testFileName}/{arg}{ext}',
  // A test waits for a good part of its time (for a frame, for the worker, for what is fetched), so that three keep two
  // processors busy.
  workers: 3,
  timeout: 120_000,
  projects: [
    // Tests of one file share nothing, so the workers need not share files either.
    { name: 'page', testIgnore: byTheClock, fullyParallel: true },
    { name: 'by the clock', testMatch: byTheClock, dependencies: ['page'], workers: 1 },
  ],
  forbidOnly: Boolean(process.env.CI),
  expect: {
    // As often as what is polled (tests/page/fixture.ts).
    toPass: { intervals: [50, 100, 150, 250] },
    // Two runs on one machine differ by at most three of 255 steps of a colour, here and there along a line; the
    // threshold takes that for nothing. What is allowed on top is less than a word or a bar takes.
    toHaveScreenshot: { maxDiffPixels: 60, threshold: 0.2, animations: 'disabled' },
  },
  use: {
    baseURL: `http://localhost:${port}${prefix}`,
    locale: 'en-US',
    // What answers a request is then the server, which tests count and may hold back.
    serviceWorkers: 'block',
    // A failure leaves the log of actions, requests and messages, the tree of roles and a screenshot of the end. Pictures
    // and copies of the DOM at every action took a fourth of all processor time; `--trace on` gives them for one test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Letters are drawn alike, whatever the machine's settings for its screen and its fonts are.
      env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: fontSettings },
      executablePath: installedBrowser() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none',
      ],
    },
  },
  webServer: {
    command: `node tests/page/server.mjs ${port} ${prefix}`,
    url: `http://localhost:${port}${prefix}`,
    reuseExistingServer: false,
  },
});
