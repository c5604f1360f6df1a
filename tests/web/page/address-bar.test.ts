import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { field, textCodec } from '../../../web/page/address.ts';
import { AddressBar } from '../../../web/page/address-bar.ts';

/** Of a browser what the address bar uses. Like a browser's, its `hashchange` comes later than the new address. */
const place = { hash: '', pathname: '/page/', search: '' };
const write = (_state: unknown, _title: string, address: string) => {
  place.hash = address.startsWith('#') ? address : '';
};

const text = signal<string | null>(null);
const followed = vi.fn<() => void>();
const differs = vi.fn<(given: string, taken: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  place.hash = '#text=one';
  const browser = Object.assign(new EventTarget(), {
    setTimeout: (...all: [() => void]) => setTimeout(...all),
  });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { replaceState: vi.fn(write), pushState: vi.fn(write) });
  text.value = null;
  followed.mockReset();
  differs.mockReset();
  new AddressBar([field('text', text, textCodec)], differs).start(followed);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the address is read, and written some time after the last choice', () => {
  expect(text.value).toBe('one');
  text.value = 'two';
  vi.advanceTimersByTime(249);
  expect(place.hash).toBe('#text=one');
  vi.advanceTimersByTime(1);
  expect(place.hash).toBe('#text=two');
});

it('does not write over a link that was followed and not told of yet', () => {
  text.value = 'two';
  vi.advanceTimersByTime(249);
  place.hash = '#text=three';
  vi.advanceTimersByTime(1);
  expect(place.hash).toBe('#text=three');
  window.dispatchEvent(new Event('hashchange'));
  expect(text.value).toBe('three');
  expect(followed).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(place.hash).toBe('#text=three');
});

it('an address that the page changes is reported', () => {
  expect(differs).not.toHaveBeenCalled();
  place.hash = '#text=four&voice=evil';
  window.dispatchEvent(new Event('hashchange'));
  expect(differs.mock.calls).toEqual([['#text=four&voice=evil', '#text=four']]);
});
