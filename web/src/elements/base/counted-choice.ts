/** The choice of one of several that are counted: a layer, a head, a column. */
import { html, nothing, type TemplateResult } from 'lit';

export interface CountedChoice {
  /** Of the control. */
  readonly name: string;
  readonly label: string;
  readonly count: number;
  /** Counted from 0; readers count from 1. */
  readonly chosen: number;
  readonly choose: (chosen: number) => void;
  /** While none is meant. */
  readonly isDisabled?: boolean;
}

/** @returns nothing where there is only one */
export function countedChoice({
  name,
  label,
  count,
  chosen,
  choose,
  isDisabled = false,
}: CountedChoice): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
  return html`<label data-control=${name}
    >${label}
    <select
      .value=${String(chosen)}
      ?disabled=${isDisabled}
      @change=${({ target }: Event) => choose(Number((target as HTMLSelectElement).value))}
    >
      ${Array.from(
        { length: count },
        (_, i) => html`<option value=${i} ?selected=${i === chosen}>${i + 1}</option>`,
      )}
    </select></label
  >`;
}
