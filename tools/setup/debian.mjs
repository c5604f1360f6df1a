// Fetching packages of another Debian release without touching the system: apt gets a
// configuration, lists and cache of its own, checks the archive's signature with the system's
// keyring and with it the hash of each file, whatever the system's configuration lets pass, and
// what it fetched is only unpacked into a private folder.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Problem, ask, run, which } from '../lib/shell.mjs';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Can packages be fetched here at all? */
export function hasDebianArchive() {
  return ['apt-get', 'dpkg', 'tar'].every((name) => which(name)) && archiveAddresses().length > 0;
}

// The archive's address is whatever the system's own apt sources say; suites with a dash
// (bookworm-security, bookworm-updates) live in other places or hold only updates.
function archiveAddresses() {
  const uris = ask('apt-get', ['update', '--print-uris']) ?? '';
  const found = [...uris.matchAll(/^'(\S+)\/dists\/[a-z]+\/InRelease'/gm)].map((match) => match[1]);
  return [...new Set(found)];
}

/**
 * apt with a state of its own, looking at `release` of the system's Debian archive. Its folder is a temporary one, which
 * close() removes: where root calls it, apt downloads as its user without rights (_apt), who could enter no folder that
 * is private to root.
 */
export async function openArchive(release) {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-apt-'));
  chmodSync(folder, 0o755);
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { ...(await readArchive(folder, release)), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readArchive(folder, release) {
  for (const sub of ['lists/partial', 'cache/archives/partial', 'state', 'files']) {
    mkdirSync(join(folder, sub), { recursive: true });
  }
  giveToApt(join(folder, 'files'));
  const config = join(folder, 'apt.conf');
  const sources = join(folder, 'sources.list');
  writeFileSync(
    config,
    `Dir::Etc::SourceList "${sources}";
Dir::Etc::SourceParts "-";
Dir::State "${folder}/state";
Dir::State::Lists "${folder}/lists";
Dir::State::status "/dev/null";
Dir::Cache "${folder}/cache";
Acquire::Languages "none";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
APT::Get::AllowUnauthenticated "false";
`,
  );
  const apt = (...args) =>
    run('apt-get', ['-q', ...args], {
      quiet: true,
      check: false,
      env: { APT_CONFIG: config },
      cwd: join(folder, 'files'),
    });

  for (const address of archiveAddresses()) {
    const entry = `[signed-by=${keyring}] ${address} ${release} main\n`;
    writeFileSync(sources, `deb ${entry}deb-src ${entry}`);
    const { status, output } = await apt('update', '--error-on=any');
    if (status === 0) return { apt, files: join(folder, 'files') };
    process.stderr.write(output);
  }
  throw new Problem(
    `Debian's release ${release} could not be read from the archive in your apt sources: check the network and ${keyring}.`,
  );
}

// The other folders that apt downloads to it gives to its user itself.
function giveToApt(folder) {
  const user = process.getuid?.() === 0 ? ask('id', ['-u', '_apt']) : null;
  if (user) chownSync(folder, Number(user), -1);
}

/** Fetches a binary package of an upstream version, in any Debian revision, and unpacks it into `target`. */
export async function fetchPackage({ apt, files }, name, version, target) {
  await fetch(apt, ['download', `${name}=${version}*`], name);
  const file = readdirSync(files).find((entry) => entry.startsWith(`${name}_`));
  const unpacked = emptyFolder(`${target}.new`);
  await run('dpkg', ['-x', join(files, file), unpacked], { quiet: true });
  replace(target, unpacked);
  return file;
}

/** Fetches a source package of an upstream version and keeps some of its upstream files in `target`. */
export async function fetchSources({ apt, files }, name, version, wanted, target) {
  await fetch(apt, ['source', '--download-only', name], name);
  const isTarball = (entry) => entry.startsWith(`${name}_`) && entry.includes('.orig.tar');
  const tarball = readdirSync(files).find(isTarball);
  if (!tarball?.startsWith(`${name}_${version}.orig`))
    throw new Problem(
      `the Debian archive has ${tarball ?? 'no source'}, and not version ${version} of ${name}.`,
    );
  const unpacked = emptyFolder(`${target}.sources`);
  const args = ['-xf', join(files, tarball), '-C', unpacked, '--strip-components=1'];
  await run('tar', args, { quiet: true });
  const kept = emptyFolder(`${target}.new`);
  for (const path of wanted) renameSync(join(unpacked, path), join(kept, basename(path)));
  rmSync(unpacked, { recursive: true });
  replace(target, kept);
  return tarball;
}

function emptyFolder(path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  return path;
}

// Only a complete folder ever takes its place.
function replace(target, unpacked) {
  rmSync(target, { recursive: true, force: true });
  renameSync(unpacked, target);
}

async function fetch(apt, args, name) {
  const { status, output } = await apt(...args);
  if (status === 0) return;
  process.stderr.write(output);
  throw new Problem(
    `the package ${name} could not be fetched from the Debian archive in your apt sources.`,
  );
}
