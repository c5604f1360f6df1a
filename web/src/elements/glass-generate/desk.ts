/** What the reader sets and presses: the way of choosing, its controls, and the buttons that run it. */
import { html, nothing, type TemplateResult } from 'lit';
import {
  type Control,
  controlsOf,
  type Limits,
  type Mode,
  type Settings,
} from '../base/controls.ts';
import { renderControl } from '../base/control-view.ts';
import { segments } from '../base/segments.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Generating } from '../i18n/subjects/generating.ts';

export interface Desk {
  readonly words: Common & Generating;
  /** The ways of choosing that are offered. */
  readonly modes: readonly Mode[];
  readonly mode: Mode;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly isRunning: boolean;
  /** At least one step was taken. */
  readonly isBegun: boolean;
  readonly isDone: boolean;
}

export interface DeskActions {
  readonly choose: (mode: Mode) => void;
  readonly set: (control: Control, slider: number) => void;
  readonly run: () => void;
  readonly pause: () => void;
  readonly step: () => void;
  readonly back: () => void;
  /** Sampling: writes another text. */
  readonly again: () => void;
  readonly reset: () => void;
}

export function deskView(desk: Desk, actions: DeskActions): TemplateResult {
  const { mode, words, limits, settings } = desk;
  return html`<div class="controls">
    ${desk.modes.length > 1 ? modeChoice(desk, actions) : nothing}
    ${controlsOf(mode, words, limits).map((control) =>
      renderControl(control, settings[control.name], (slider) => actions.set(control, slider)),
    )}
    ${buttons(desk, actions)}
  </div>`;
}

function modeChoice({ words, modes, mode }: Desk, { choose }: DeskActions): TemplateResult {
  const names: Record<Mode, string> = {
    greedy: words.greedy,
    sample: words.sample,
    beam: words.beam,
  };
  const named = modes.map((each) => [each, names[each]] as const);
  return html`<div data-control="mode">${segments(words.mode, 'mode', named, mode, choose)}</div>`;
}

function buttons(
  { words, mode, isRunning, isBegun, isDone }: Desk,
  { run, pause, step, back, again, reset }: DeskActions,
): TemplateResult {
  // What is sampled once more is another text.
  const isOver = isDone && mode !== 'sample';
  return html`<div class="buttons">
    <button class="primary" ?disabled=${isOver} @click=${isRunning ? pause : run}>
      ${isRunning ? words.pause : words.run}
    </button>
    <button ?disabled=${isDone || isRunning} @click=${step}>${words.step}</button>
    <button ?disabled=${!isBegun || isRunning} @click=${back}>${words.back}</button>
    <button ?disabled=${!isBegun} @click=${reset}>${words.reset}</button>
    ${mode === 'sample' ? html`<button ?disabled=${isRunning} @click=${again}>${words.anotherText}</button>` : nothing}
  </div>`;
}
