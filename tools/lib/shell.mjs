// Running other programs, and ending with one clear sentence when something is missing.
// Node built-ins only: these scripts run before node_modules exists.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants as access, realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endGroup, isEnding, spawnGroup } from './processes.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** An error that is the user's to solve: shown as one sentence, without a stack. */
export class Problem extends Error {}

/**
 * Whether the module of this URL is the script that Node was started with, and not only imported.
 * Paths are compared, because a URL writes a blank, '%', '#' or 'é' differently, and real paths,
 * because the script may have been named through a symbolic link.
 */
export function wasStarted(url) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(url));
}

/** What every command understands besides its own options: no system package is installed. */
export const noInstall = '--no-install';

/** Runs a script's main function and turns its outcome into the exit status. */
export async function main(body) {
  try {
    process.exitCode =
      (await body(process.argv.slice(2).filter((each) => each !== noInstall))) ?? 0;
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exitCode = 1;
  }
}

/** The full path of the first of these programs that is on the PATH, or null. */
export function which(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(path, access.X_OK);
      return path;
    } catch {
      // not here
    }
  }
  return null;
}

/**
 * Runs a program to its end. Its output is shown as it comes, or, with `quiet`, only when it
 * fails. Returns { status, output }; with `check` (the default) a failure is a Problem. After
 * `minutes` it is ended, which is a failure too. A quiet program is ended with all it has started
 * when this process is; `background` leaves the processor to whatever else wants it.
 */
export function run(command, args, options = {}) {
  const { quiet = false, check = true, env = {}, cwd = root, minutes = 60 } = options;
  const start = quiet ? spawnGroup : spawn;
  return new Promise((done, fail) => {
    const child = start(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    const collect = (text) => (output += text);
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.on('error', (error) =>
      fail(new Problem(`${command} could not be started: ${error.message}`)),
    );
    if (child.pid === undefined) return;
    if (options.background) stepBack(child.pid);

    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void (quiet ? endGroup(child.pid) : child.kill());
    }, minutes * 60_000);
    // A process that it started and did not wait for would keep its output open.
    child.on('exit', (code) => code !== 0 && quiet && endGroup(child.pid));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (isEnding()) return;
      const status = isLate ? 1 : (code ?? 1);
      if (isLate) output += `\n${command} did not end within ${minutes} minutes and was stopped\n`;
      else if (signal) output += `\n${command} was ended by ${signal}\n`;
      if (status === 0 || !check) return done({ status, output });
      if (quiet) process.stderr.write(output);
      fail(new Problem(`failed: ${[command, ...args].join(' ')}`));
    });
  });
}

function stepBack(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it has ended already, or the system does not allow it
  }
}

/** What a program prints on standard output, trimmed; null when it is missing or fails. */
export function ask(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Compares dotted versions: is `found` at least `wanted`? */
export function atLeast(found, wanted) {
  const [a, b] = [found, wanted].map((version) => version.split('.').map(Number));
  for (let i = 0; i < b.length; i++) {
    if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) > b[i];
  }
  return true;
}
