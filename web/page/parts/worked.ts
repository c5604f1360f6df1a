import { html, nothing, type TemplateResult } from 'lit';
import type { WorkedExample } from '../opened.ts';

/** A worked example with the article's numbers, one click away. What is closed is not computed. */
export function worked(
  example: WorkedExample,
  title: string,
  content: () => TemplateResult,
): TemplateResult {
  const isOpen = example.isOpen.value;
  return html`<details
    class="worked"
    id=${example.id}
    ?open=${isOpen}
    @toggle=${(event: Event) => toggled(event, example)}
  >
    <summary>${title}</summary>
    ${isOpen ? content() : nothing}
  </details>`;
}

function toggled({ target }: Event, example: WorkedExample): void {
  if (target instanceof HTMLDetailsElement) example.setOpen(target.open);
}
