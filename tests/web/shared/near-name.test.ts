/** Names that were likely meant, and those of HTML and of frameworks, which were not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nearName } from '../../../web/src/shared/near-name.ts';

const kKnown = ['layer', 'head', 'view', 'row-labels', 'max-steps'];

test.each([
  ['laier', 'layer'],
  ['haed', 'head'],
  ['veiw', 'view'],
  ['views', 'view'],
  ['hed', 'head'],
  ['row-label', 'row-labels'],
  ['rowlabels', 'row-labels'],
  ['max-step', 'max-steps'],
])('%s is near to %s', (name, meant) => {
  expect(nearName(name, kKnown)).toBe(meant);
});

test.each(['', 'lantern', 'lyaers', 'v-view', 'player', 'data-layer', 'row', 'x'])(
  '%s is near to none',
  (name) => {
    expect(nearName(name, kKnown)).toBeUndefined();
  },
);

/** Of HTML, of accessibility, of tests, and of frameworks. */
const kOthers = [
  'accesskey autocapitalize autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert inputmode is',
  'itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title translate',
  'aria-label aria-hidden aria-describedby data-layer data-text data-testid onclick onload width height align alt href name rel',
  'key ref css tw about property typeof vocab resource sx v-if v-text v-model v-bind x-data x-text x-model x-show hx-get',
  'wire:id wire:model ng-version ng-model _ngcontent-abc-c12 ng-reflect-layer data-v-7ba5bd90 suppresshydrationwarning',
  'client:load client:only astro-cid-j7pv25f6 jsaction bind:this use:action transition:persist defer-hydration',
].flatMap((line) => line.split(' '));

test('no element warns of an attribute that is not meant for it', () => {
  const path = join(import.meta.dirname, '../../../dist/custom-elements.json');
  const { modules } = JSON.parse(readFileSync(path, 'utf8')) as {
    modules: { declarations: { tagName?: string; attributes?: { name: string }[] }[] }[];
  };
  const elements = modules.flatMap(({ declarations }) => declarations);
  const near = elements.flatMap(({ tagName, attributes = [] }) => {
    const known = attributes.map(({ name }) => name);
    return kOthers
      .filter((name) => !known.includes(name))
      .map((name) => [tagName, name, nearName(name, known)])
      .filter(([, , meant]) => meant !== undefined);
  });
  expect(elements.length).toBeGreaterThan(30);
  expect(near).toEqual([]);
});
