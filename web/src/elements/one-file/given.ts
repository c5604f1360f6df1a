/** The properties that the page gives its elements, which are not defined yet. */
import { fromPortable } from '../base/export/portable.ts';
import { type ElementState, ourElements } from './state.ts';

const data = document.querySelector('script[data-state]')?.textContent ?? '[]';
const elements = ourElements(document);

/** The elements that the page says something of. */
export const given = (JSON.parse(data) as readonly ElementState[]).map((state) => ({
  element: elements[state.at],
  state,
}));

for (const { element, state } of given)
  for (const [name, value] of Object.entries(state.properties))
    if (element) Object.assign(element, { [name]: fromPortable(value) });
