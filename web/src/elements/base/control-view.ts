import { css, html, type TemplateResult } from 'lit';
import type { Control } from './controls.ts';

/** One control with its name in front and its value behind; `change` gets what the slider says. */
export function renderControl(
  control: Control,
  value: number,
  change: (slider: number) => void,
): TemplateResult {
  const id = `control-${control.name}`;
  const onChange = (event: Event) => change((event.target as HTMLInputElement).valueAsNumber);
  if (control.kind === 'number') {
    return html`<div class="control" data-control=${control.name}>
      <label for=${id}>${control.label}</label
      ><input
        id=${id}
        type="number"
        min=${control.min}
        max=${control.max}
        step=${control.step}
        .value=${String(value)}
        @change=${onChange}
      />
    </div>`;
  }
  return html`<div class="control" data-control=${control.name}>
    <label for=${id}>${control.label}</label>
    <input
      id=${id}
      type="range"
      min=${control.min}
      max=${control.max}
      step=${control.step}
      .value=${String(control.toSlider(value))}
      aria-valuetext=${control.show(value)}
      @input=${onChange}
    />
    <output for=${id}>${control.show(value)}</output>
  </div>`;
}

export const controlStyles = css`
  .control {
    display: grid;
    grid-template-columns: calc(6.6em * 16 / 13) minmax(0, 1fr) calc(3.2em * 16 / 13);
    align-items: center;
    gap: 0.6rem;
    min-height: 1.75rem;
    color: var(--gf-soft);
  }
  .control output {
    color: var(--gf-ink);
    text-align: end;
  }
  .control input[type='range'] {
    width: 100%;
    min-width: 0;
    margin: 0;
    accent-color: var(--gf-accent);
  }
  .control input[type='number'] {
    grid-column: 2 / -1;
    width: 7rem;
    min-height: max(1.6rem, var(--gf-target));
  }
`;
