/** The choice of a layer, or of something else that is counted. */
import { html, nothing, type TemplateResult } from 'lit';

/**
 * @param name of the control
 * @param layer counted from 0; readers count from 1
 * @param isDisabled while no layer is meant
 * @returns nothing where there is only one
 */
export function layerChoice(
  name: string,
  label: string,
  layers: number,
  layer: number,
  choose: (layer: number) => void,
  isDisabled = false,
): TemplateResult | typeof nothing {
  if (layers < 2) return nothing;
  return html`<label class="layer" data-control=${name}
    >${label}
    <select
      .value=${String(layer)}
      ?disabled=${isDisabled}
      @change=${({ target }: Event) => choose(Number((target as HTMLSelectElement).value))}
    >
      ${Array.from(
        { length: layers },
        (_, i) => html`<option value=${i} ?selected=${i === layer}>${i + 1}</option>`,
      )}
    </select></label
  >`;
}
