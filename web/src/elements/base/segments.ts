/** A choice of one among a few, side by side. */
import { html, type TemplateResult } from 'lit';

/**
 * @param label what is chosen, for those who do not see it
 * @param group name of the control, and of its radio buttons' group within the element
 * @param options each value with the words on its button
 */
export function segments<Value extends string | boolean>(
  label: string,
  group: string,
  options: readonly (readonly [value: Value, words: string])[],
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult {
  return html`<div class="segments" data-control=${group} role="radiogroup" aria-label=${label}>
    ${options.map(
      ([value, words]) =>
        html`<label
          ><input
            type="radio"
            name=${group}
            value=${String(value)}
            .checked=${value === chosen}
            @change=${() => choose(value)}
          />${words}</label
        >`,
    )}
  </div>`;
}
