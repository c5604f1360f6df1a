/** What the page tells its worker for when there is no network. */
import { afterEach, expect, test, vi } from 'vitest';
import { keepForOffline, kMetModel } from '../../../web/page/offline/offline.ts';

afterEach(() => void vi.unstubAllGlobals());

test('models are told of to the worker that is active then, not to the one of the page load', async () => {
  const told: string[] = [];
  const worker = (name: string) => ({
    postMessage: ({ model }: { readonly model: string }) => told.push(`${name}: ${model}`),
  });
  const registration = { active: worker('first') };
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('navigator', {
    serviceWorker: { register: () => Promise.resolve(), ready: Promise.resolve(registration) },
  });
  const meet = (model: string) =>
    page.dispatchEvent(new CustomEvent(kMetModel, { detail: { model } }));

  keepForOffline('./');
  meet('stories');
  page.dispatchEvent(new Event('glass-run'));
  await expect.poll(() => told).toEqual(['first: stories']);
  registration.active = worker('second');
  meet('aab');
  expect(told).toEqual(['first: stories', 'second: aab']);
});
