import { html, nothing, type TemplateResult } from 'lit';
import type { Worked } from '../address.ts';
import type { Actions, PageState } from '../state.ts';

/** A worked example with the article's numbers, one click away. What is closed is not computed. */
export function worked(
  { opened }: PageState,
  actions: Actions,
  id: Worked,
  title: string,
  content: () => TemplateResult,
): TemplateResult {
  const isOpen = opened.includes(id);
  return html`<details
    class="worked"
    id=${id}
    ?open=${isOpen}
    @toggle=${(event: Event) => toggled(event, id, actions)}
  >
    <summary>${title}</summary>
    ${isOpen ? content() : nothing}
  </details>`;
}

function toggled({ target }: Event, id: Worked, actions: Actions): void {
  if (target instanceof HTMLDetailsElement) actions.setOpen(id, target.open);
}
