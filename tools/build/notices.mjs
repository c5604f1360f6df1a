// THIRD_PARTY_NOTICES.txt: the licences of all code inside the modules and the bundles, in the package and in the page.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';

/** The npm packages of these files, as paths from the folder of all: one may lie inside of another. */
function packagesOf(paths) {
  const names = paths
    .map((path) => path.match(/node_modules\/(.*node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0])
    .filter(Boolean)
    .map((path) => path.slice('node_modules/'.length));
  return [...new Set(names)].sort();
}

/** The npm packages whose files these esbuild metafiles bundle. */
function packagesIn(metafiles) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs));
  return packagesOf(
    inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
  );
}

/** The npm packages whose files these chunks of Rollup bundle. */
export function packagesInChunks(chunks) {
  const modules = chunks.flatMap(({ modules = {} }) => Object.entries(modules));
  return packagesOf(
    modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([path]) => path),
  );
}

function noticeOf(path) {
  const folder = join(root, 'node_modules', path);
  const { name, license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} ${version} (${license}) has no file with its licence`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return `## ${name} ${version} (${license})\n\n${text}\n`;
}

/** What the models' folders hold tables of: simplified characters (normalizer), and readings (gloss.json). */
const packagesOfTables = ['opencc-js', 'pinyin-pro'];

/** Writes the notices of what the package's bundles, modules and models hold. */
export function writeNotices(target, metafiles) {
  const wasm = readFileSync(join(root, 'tools/build/notices_wasm.txt'), 'utf8');
  const bundles = packagesIn(metafiles).map(noticeOf);
  const parts = [
    wasm,
    'The JavaScript bundles hold code of these packages:\n',
    ...bundles,
    'The folders of the models hold tables that were made with these packages:\n',
    ...packagesOfTables.map(noticeOf),
  ];
  writeFileSync(target, parts.join('\n'));
}

/** The page holds what the package does (`notices`: its file), and `packages` besides. */
export function writePageNotices(target, notices, packages) {
  const ofPackage = readFileSync(notices, 'utf8');
  const others = packages.map(noticeOf).filter((notice) => !ofPackage.includes(notice));
  writeFileSync(target, [ofPackage, ...others].join('\n'));
}
