/** The browser that draws: one that is installed, with a profile of its own that is gone afterwards, and without a window. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { printable } from '../../src/shared/printable.ts';
import { WrongUse } from '../wrong-use.mjs';

/** Names one, where --browser does not. */
export const kVariable = 'GLASSFORMER_BROWSER';

/** What they are called on the PATH. */
const kPrograms = [
  'chromium',
  'chromium-browser',
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'firefox',
  'firefox-esr',
];
/** Where they lie on other systems, whose PATH does not name them. */
const kApplications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Firefox.app/Contents/MacOS/firefox',
];
const kWindowsPrograms = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
  'Mozilla Firefox/firefox.exe',
];

/** The path of the browser to use: the one that is given, that of the environment, or the first that is installed. */
export function findBrowser(given, { env = process.env, platform = process.platform } = {}) {
  const named = given ?? env[kVariable];
  if (named !== undefined && named !== '') {
    const path = /[/\\]/.test(named) ? named : onPath([named], env, platform);
    if (path !== undefined && isProgram(path)) return path;
    const by = given === undefined ? kVariable : '--browser';
    throw new WrongUse(
      `${by} is ${printable(named, 200)}, expected the program of Chromium, Chrome, Edge or Firefox`,
    );
  }
  const found = onPath(kPrograms, env, platform) ?? usualPlaces(env, platform).find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    `no browser was found to draw with: looked for ${kPrograms.join(', ')} on the PATH${platform === 'darwin' ? ' and in the Applications folders' : platform === 'win32' ? ' and in the folders of programs' : ''}; name one by --browser PATH, or in the environment as ${kVariable}`,
  );
}

function onPath(names, { PATH = '', Path = PATH }, platform) {
  const folders = Path.split(delimiter).filter((folder) => folder !== '');
  const files = names.map((name) => (platform === 'win32' ? `${name}.exe` : name));
  return files.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function usualPlaces(env, platform) {
  if (platform === 'darwin')
    return ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap((folder) =>
      kApplications.map((path) => join(folder, path)),
    );
  if (platform !== 'win32') return [];
  return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => kWindowsPrograms.map((path) => join(folder, path)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const isFirefox = (path) => /firefox|librewolf|iceweasel/i.test(basename(path));

/** No host but this machine has an address, and nothing is asked in the background. */
const chromiumArguments = (profile) => [
  '--headless',
  `--user-data-dir=${profile}`,
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--hide-scrollbars',
  '--window-size=1280,2000',
  // Nobody listens there; but without it some versions end as soon as the page has come, and all end when we do.
  '--remote-debugging-pipe',
  // As root it would not start otherwise. It runs the package's script only.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Everything but this machine is behind a proxy where nobody answers. */
const kFirefoxSettings = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
};

function firefoxArguments(profile) {
  const settings = Object.entries(kFirefoxSettings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), settings.join(''));
  return ['--headless', '--no-remote', '--profile', profile];
}

/**
 * Opens an address. `ended` resolves when the browser has ended by itself, with why. `end()` ends it and removes its profile;
 * that happens, too, when this process ends or is told to.
 */
export function startBrowser(path, address) {
  const profile = mkdtempSync(join(tmpdir(), 'glassformer-browser-'));
  const args = isFirefox(path) ? firefoxArguments(profile) : chromiumArguments(profile);
  // A group of its own, so that all its processes can be ended at once.
  const program = spawn(path, [...args, address], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  for (const pipe of program.stdio.slice(3)) pipe.on('error', () => {});
  const ended = new Promise((done) => {
    program.on('error', ({ code }) => done(`cannot be started (${code})`));
    program.on('exit', (status, signal) => done(`ended (${signal ?? `status ${status}`})`));
  });
  let isOver = false;
  const kill = () => {
    if (isOver) return;
    isOver = true;
    endGroup(program);
    removeFolder(profile);
  };
  const onSignal = (signal) => {
    kill();
    process.exit(signal === 'SIGINT' ? 130 : signal === 'SIGHUP' ? 129 : 143);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  process.on('exit', kill);
  for (const signal of signals) process.on(signal, onSignal);
  return {
    ended,
    async end() {
      endGroup(program);
      await ended;
      kill();
      process.off('exit', kill);
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

function endGroup({ pid }) {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Its last process may be writing still. What the system keeps nevertheless is in the folder for temporary files. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch {
    // The pictures are drawn all the same.
  }
}
