/** What a page and its engine hold. */
import type { Page } from './fixture.ts';

export type Package = typeof import('glassformer');
declare const glassformer: Package;

export interface Usage {
  /** Bytes of the page's own heap after collecting garbage. */
  readonly heap: number;
  /** Bytes of the engine's memory in use. */
  readonly engine: number;
  /** Models, trainers and generations that are open. */
  readonly handles: number;
}

async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** On a page of blank.ts or shelf.ts. */
export async function usageOf(page: Page): Promise<Usage> {
  const { usedBytes, openHandles } = await page.evaluate(() => glassformer.sharedEngine().info());
  return { heap: await heap(page), engine: usedBytes, handles: openHandles };
}

export function described(before: Usage, after: Usage): string {
  const mb = (bytes: number, digits: number) => (bytes / 1e6).toFixed(digits);
  return (
    `heap ${mb(before.heap, 1)} → ${mb(after.heap, 1)} MB, ` +
    `engine ${mb(before.engine, 2)} → ${mb(after.engine, 2)} MB`
  );
}
