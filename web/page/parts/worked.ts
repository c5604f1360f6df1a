import { html, nothing, type TemplateResult } from 'lit';
import type { WorkedExample } from '../opened.ts';

/** A worked example with the article's numbers, one click away. What is closed is not computed. */
export function worked(
  example: WorkedExample,
  title: string,
  content: () => TemplateResult | undefined,
): TemplateResult {
  return html`<details
    class="worked"
    id=${example.id}
    ?open=${example.isOpen.value}
    @toggle=${(event: Event) => toggled(event, example)}
  >
    <summary>${title}</summary>
    ${example.isRendered.value ? content() : nothing}
  </details>`;
}

function toggled({ target }: Event, example: WorkedExample): void {
  if (target instanceof HTMLDetailsElement) example.setOpen(target.open);
}
