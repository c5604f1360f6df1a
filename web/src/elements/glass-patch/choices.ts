/** What is patched, and what is followed: the fields above the table. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Model } from '../../index.ts';
import { type Followed, haveSameAnswer, type PatchedRuns } from '../../study/patched-runs.ts';
import { type Activation, activationsOf, hasHeads, headsOf } from '../../view/patching.ts';
import { choice } from '../base/choice.ts';
import type { PatchNames } from './names.ts';

export interface PatchChoices {
  readonly runs: PatchedRuns;
  readonly followed: Followed;
  readonly model: Model;
  readonly names: PatchNames;
  /** The field for a token that is none of those offered. */
  readonly other: TemplateResult;
  patch(activation: Activation): void;
  /** Null: all heads. */
  patchHead(head: number | null): void;
  follow(target: number | 'difference'): void;
}

export function patchChoices(choices: PatchChoices): TemplateResult {
  const { runs, names, model, followed, other } = choices;
  const { words } = names;
  const { question, targets } = runs;
  const { resolved } = model.config;
  const activations = activationsOf(resolved).map(
    (each) => [each, words.activations[each]] as const,
  );
  const offered = [
    ...(haveSameAnswer(runs) ? [] : [['difference', words.difference] as const]),
    ...targets.map((each) => [String(each.id), names.listed(each)] as const),
  ];
  const shown = String((followed.unmoved ?? followed.target)?.id ?? 'difference');
  return html`<div class="asked" data-control>
    ${choice('activation', words.activation, activations, question.activation, (each) => choices.patch(each))}
    ${hasHeads(question.activation) ? heads(choices, headsOf(resolved, question.activation)) : nothing}
    ${choice('candidate', words.followed, offered, shown, (each) => choices.follow(each === 'difference' ? each : Number(each)))}
    ${other}
  </div>`;
}

function heads({ runs, names: { words }, patchHead }: PatchChoices, count: number): TemplateResult {
  const each = Array.from({ length: count }, (_, i) => [String(i), words.oneHead(i + 1)] as const);
  return choice(
    'head',
    words.heads,
    [['all', words.allHeads], ...each],
    String(runs.question.head ?? 'all'),
    (head) => patchHead(head === 'all' ? null : Number(head)),
  );
}
