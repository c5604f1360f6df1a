/** What is said of a cell: its numbers, and what its run would say next. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Candidate } from '../../shared/generation-types.ts';
import type { Cell, Followed } from '../../study/patched-runs.ts';
import '../glass-next-token/glass-next-token.ts';
import type { PatchNames } from './names.ts';

export function readout(
  { layer, place }: Cell,
  { target, clean, corrupted, patched, restored }: Followed,
  names: PatchNames,
): TemplateResult {
  const { words } = names;
  const followed = target === null ? words.lessThat(...names.answers) : names.followed(target);
  const [from] = names.tokensAt(place);
  return html`<p class="readout" part="readout">
    ${words.said(from, names.where(layer), followed, {
      clean,
      corrupted,
      patched: patched[layer]?.[place] ?? 0,
      restored: restored[layer]?.[place] ?? 0,
    })}
  </p>`;
}

export function saidNext(
  { layer, place }: Cell,
  candidates: readonly Candidate[] | null,
  limit: number,
  names: PatchNames,
): TemplateResult | typeof nothing {
  if (candidates === null) return nothing;
  const [from] = names.tokensAt(place);
  return html`<p class="title">${names.words.after(from, names.where(layer))}</p>
    <glass-next-token read-only .limit=${limit} .candidates=${candidates}></glass-next-token>`;
}
