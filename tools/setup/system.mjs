// Programs that come from the system's own packages.
import { browsers } from '../lib/browser.mjs';
import { Problem, ask, atLeast, noInstall, run, which } from '../lib/shell.mjs';

const cmakeVersion = '3.25';

export const firefoxes = ['firefox-esr', 'firefox'];

const mayInstall = () => !process.argv.includes(noInstall);

const purposes = {
  build: 'to compile C++',
  wasm: 'to compile C++ to WebAssembly',
  clang: 'for the tests under sanitizers and the fuzz tests',
  page: 'to test the page in Chromium',
  firefox: 'to test the page in Firefox',
  webkit: 'to test the page in WebKitGTK',
  blogs: 'to test the examples for blogs',
  format: 'to format C++',
  tidy: 'to check C++ with clang-tidy',
};

// what it is for: [Debian package, the program, or several that serve as well]
const groups = {
  build: [
    ['cmake', 'cmake'],
    ['ninja-build', 'ninja'],
    ['g++', 'c++'],
  ],
  wasm: [
    ['clang-19', 'clang-19'],
    ['lld-19', 'wasm-ld-19'],
    ['llvm-19', 'llvm-ar-19'],
    ['python3', 'python3'],
  ],
  clang: [
    ['clang-19', 'clang++-19'],
    ['llvm-19', 'llvm-symbolizer-19'],
  ],
  page: [['chromium-headless-shell', browsers[0]]],
  firefox: [['firefox-esr', ...firefoxes]],
  webkit: [
    ['webkit2gtk-driver', 'WebKitWebDriver'],
    ['xvfb', 'Xvfb'],
  ],
  blogs: [
    ['hugo', 'hugo'],
    ['jekyll', 'jekyll'],
  ],
  format: [['clang-format', 'clang-format']],
  tidy: [
    ['clang-19', 'clang++-19'],
    ['clang-tidy-19', 'clang-tidy-19'],
  ],
};

// What serves instead where a package cannot be installed.
const substitutes = { 'chromium-headless-shell': browsers };

// Packages without a program of their own.
const libraries = {
  clang: ['libclang-rt-19-dev'],
  page: ['fonts-noto-cjk'],
  firefox: ['fonts-noto-cjk'],
  webkit: ['fonts-noto-cjk'],
};

let listsAreFresh = false;

/** Installs packages with the system's apt, when that is possible. */
async function install(packages, purpose) {
  const names = packages.join(' ');
  const sentence = `missing ${purpose}: ${packages.join(', ')}; install with "apt-get install ${names}" as root (or your system's equivalent) and run this again.`;
  if (!mayInstall() || process.getuid?.() !== 0 || !which('apt-get')) throw new Problem(sentence);
  console.log(
    `installing system packages ${purpose}: ${names} (${noInstall} leaves the system as it is)`,
  );
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if (!listsAreFresh) {
    await run('apt-get', ['update', '-q'], { quiet: true, check: false, env });
    listsAreFresh = true;
  }
  const args = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  const { status, output } = await run('apt-get', args, { quiet: true, check: false, env });
  if (status !== 0) {
    process.stderr.write(output);
    throw new Problem(`apt-get could not do it; ${sentence}`);
  }
}

function isInstalled(name) {
  return (ask('dpkg-query', ['-W', '-f=${Status}', name]) ?? '').endsWith('ok installed');
}

/** Makes sure that everything a group of programs needs is there. */
export async function ensurePrograms(group) {
  const isMissing = ([, ...programs]) => !which(...programs);
  const missing = groups[group].filter(isMissing).map(([name]) => name);
  // Outside Debian the libraries cannot be asked for; what needs them will say so.
  if (which('dpkg-query')) {
    missing.push(...(libraries[group] ?? []).filter((name) => !isInstalled(name)));
  }
  const isReplaced = (name) => which(...(substitutes[name] ?? [])) !== null;
  const needed = missing.filter((name) => !isReplaced(name));
  if (needed.length > 0) await install(needed, purposes[group]);
  try {
    const better = missing.filter(isReplaced);
    if (better.length > 0) await install(better, purposes[group]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  if (group === 'build') checkCmake();
}

function checkCmake() {
  const version = ask('cmake', ['--version'])?.match(/\d+\.\d+/)?.[0] ?? '0';
  if (!atLeast(version, cmakeVersion)) {
    throw new Problem(
      `CMake ${version} is too old: install CMake ${cmakeVersion} or newer, from your system or cmake.org.`,
    );
  }
}
