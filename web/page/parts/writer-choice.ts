/** Which model reads the reader's line. */
import { html, type TemplateResult } from 'lit';
import type { Texts } from '../i18n/texts.ts';
import type { Line } from '../line.ts';
import { type Writer, writers } from '../writers.ts';

/** The value of the option that leaves the choice to what is in the line. */
const kByLine = '';

export function writerChoice(line: Line, { voices }: Texts): TemplateResult {
  const chosen = line.chosenWriter.value;
  const byLine = voices.byLine(voices.names[line.writerByLine.value]);
  const options = [
    [kByLine, byLine] as const,
    ...writers.map((each) => [each, voices.names[each]] as const),
  ];
  const choose = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    line.chooseWriter(value === kByLine ? null : (value as Writer));
  };
  return html`<p class="voice">
    <label
      >${voices.label}
      <select @change=${choose}>
        ${options.map(
          ([value, words]) =>
            html`<option value=${value} .selected=${value === (chosen ?? kByLine)}>
              ${words}
            </option>`,
        )}
      </select></label
    >
  </p>`;
}
