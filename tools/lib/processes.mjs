// Programs that end with everything they have started: each runs in a process group of its own,
// which is ended as a whole when its time is over or when this process is told to end.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** From the polite signal to the one that cannot be refused. */
const graceMs = 5000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const groups = new Set();
let ending = false;

/** Has this process been told to end? Nothing new is started then. */
export const isEnding = () => ending;

/** Like spawn(), in a new process group whose id is the child's. */
export function spawnGroup(command, args, options) {
  // Before the child begins: a signal may come in the same moment.
  listen();
  const child = spawn(command, args, { ...options, detached: true });
  if (child.pid === undefined) {
    listenNoMore();
    return child; // 'error' follows
  }
  groups.add(child.pid);
  child.once('close', () => {
    groups.delete(child.pid);
    listenNoMore();
  });
  return child;
}

function listen() {
  if (groups.size === 0) for (const signal of signals) process.on(signal, endAll);
}

function listenNoMore() {
  if (groups.size > 0 || ending) return;
  for (const signal of signals) process.off(signal, endAll);
}

/** Ends a group: first politely, after five seconds for certain. */
export async function endGroup(id) {
  if (!send(id, 'SIGTERM')) return;
  const last = Date.now() + graceMs;
  while (Date.now() < last) {
    await new Promise((later) => setTimeout(later, 50));
    if (!send(id, 0)) return;
  }
  send(id, 'SIGKILL');
}

// False when nobody is left to receive it.
function send(id, signal) {
  try {
    process.kill(-id, signal);
    return true;
  } catch {
    return false;
  }
}

async function endAll(signal) {
  if (ending) return;
  ending = true;
  await Promise.all([...groups].map(endGroup));
  process.exit(128 + constants.signals[signal]);
}
