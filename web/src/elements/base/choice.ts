/** A choice of one among many, in a list that folds out. */
import { html, type TemplateResult } from 'lit';

/**
 * @param name of the control
 * @param options each value with its words
 */
export function choice<Value extends string>(
  name: string,
  label: string,
  options: readonly (readonly [value: Value, words: string])[],
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult {
  return html`<label data-control=${name}
    >${label}
    <select @change=${({ target }: Event) => choose((target as HTMLSelectElement).value as Value)}>
      ${options.map(
        ([value, words]) =>
          html`<option value=${value} .selected=${value === chosen}>${words}</option>`,
      )}
    </select></label
  >`;
}
