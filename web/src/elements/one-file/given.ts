/** The properties that the page gives its elements, which are not defined yet. */
import { fromPortable } from '../base/export/portable.ts';
import { type ElementState, ourElements } from './state.ts';

const data = document.querySelector('script[data-state]')?.textContent ?? '[]';
const elements = ourElements(document);

for (const { at, properties } of JSON.parse(data) as readonly ElementState[])
  for (const [name, value] of Object.entries(properties))
    if (elements[at]) Object.assign(elements[at], { [name]: fromPortable(value) });
