/** Starts the engine's worker, where the page may have one. */
import { wrap, type Remote } from 'comlink';
import type { Answering } from '../shared/answer.ts';
import { GlassformerError } from '../shared/error.ts';
import { cannotBeRead, inlineBytes, isHtmlResponse } from '../shared/files.ts';
import { missingAsset } from '../shared/missing-asset.ts';
import type { Assets } from './assets.ts';

export interface StartedWorker {
  readonly worker: Worker;
  readonly remote: Remote<Answering>;
}

/**
 * A worker that answers; undefined where the page may have none (its content security policy says so, or it is in a
 * frame that browsers refuse one): then the engine can still run in the page.
 *
 * @throws GlassformerError: `Network` (its script is not there), `Internal` (it failed while it started).
 */
export async function startWorker(assets: Assets): Promise<StartedWorker | undefined> {
  const { worker: url } = assets;
  // Browsers start workers of the page's own origin only. A page without an origin (a file, in a sandboxed frame) says
  // 'null', which is what a script in the page itself says, too.
  if (url.protocol !== 'data:' && url.origin === self.origin) {
    const started = await startAt(url.href, assets);
    // Throws where the script is not there; else the page's policy allows no worker.
    if (!started) await readScript(url);
    return started;
  }
  // The script is one file without imports, so that its text can be started from anywhere.
  const blob = new Blob([await readScript(url)], { type: 'text/javascript' });
  const local = URL.createObjectURL(blob);
  try {
    return await startAt(local, assets);
  } finally {
    URL.revokeObjectURL(local);
  }
}

async function startAt(url: string, { modules }: Assets): Promise<StartedWorker | undefined> {
  let worker: Worker;
  try {
    worker = new Worker(trusted(url), { name: 'glassformer' });
  } catch {
    return undefined;
  }
  const remote = wrap<Answering>(worker);
  const failed = new Promise<ErrorEvent>((resolve) =>
    worker.addEventListener('error', resolve, { once: true }),
  );
  const failure = await Promise.race([remote.open(modules), failed]).catch((error: unknown) => {
    worker.terminate();
    throw workerFailed(error as Error);
  });
  if (!failure) return { worker, remote };
  failure.preventDefault();
  worker.terminate();
  if (!failure.message) return undefined;
  throw workerFailed(failure);
}

export function workerFailed({ message }: { readonly message: string }): GlassformerError {
  return new GlassformerError('Internal', `the engine's worker failed: ${message}`, {
    details: { kind: 'workerFailed' },
  });
}

/** The worker's script. */
async function readScript(url: URL): Promise<string | Uint8Array<ArrayBuffer>> {
  if (url.protocol === 'data:') return inlineBytes(url);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    const details = { kind: 'engineUnreachable' } as const;
    throw cannotBeRead(url.href, (error as Error).message, { cause: error, details });
  }
  if (response.ok && !isHtmlResponse(response)) return response.text();
  throw missingAsset(url);
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

let policy: { createScriptURL(url: string): string } | undefined;

/** The address as a page takes it that asks for trusted types. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('glassformer', { createScriptURL: (each) => each });
  return policy?.createScriptURL(url) ?? url;
}
