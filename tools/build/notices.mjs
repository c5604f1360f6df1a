// THIRD_PARTY_NOTICES.txt: the licences of all code inside the modules and the bundles.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';

/** The npm packages whose files these esbuild metafiles bundle. */
export function packagesIn(metafiles) {
  const names = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1])
    .filter(Boolean);
  return [...new Set(names)].sort();
}

function noticeOf(name) {
  const folder = join(root, 'node_modules', name);
  const { license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} ${version} (${license}) has no file with its licence`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return `## ${name} ${version} (${license})\n\n${text}\n`;
}

/** Writes the notices of what the package's bundles and modules hold. */
export function writeNotices(target, metafiles) {
  const wasm = readFileSync(join(root, 'tools/build/notices_wasm.txt'), 'utf8');
  const bundles = packagesIn(metafiles).map(noticeOf);
  writeFileSync(
    target,
    [wasm, 'The JavaScript bundles hold code of these packages:\n', ...bundles].join('\n'),
  );
}
