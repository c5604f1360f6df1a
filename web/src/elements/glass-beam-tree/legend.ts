/** What stands under the tree: the numbers of one node, and what its frames mean. */
import { html, nothing, type TemplateResult } from 'lit';
import type { BeamFate, BeamNode, BeamTree } from '../../view/beam-tree.ts';
import { drawFrameKey, type FrameKind } from '../../view/drawings/beam-tree.ts';
import { visibleText, wholeText } from '../../view/label.ts';
import { formatFixed, formatShort } from '../../view/number.ts';
import type { TokenName } from '../base/token-name.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Generating } from '../i18n/subjects/generating.ts';

type Words = Common & Generating;

/** The numbers of a node; of the root its name. */
export function drawReadout(
  { beam, fate, forced }: BeamNode,
  name: TokenName,
  words: Words,
): TemplateResult {
  if (beam === null)
    return html`<p class="readout" part="readout">
      <b><bdi>${name.text}</bdi></b>
    </p>`;
  const p = Math.exp(beam.score);
  return html`<p class="readout" part="readout">
    <b><bdi>${visibleText(wholeText(beam.text))}</bdi></b>
    ${name.isMark ? html`<i>${name.text}</i>` : nothing} <span>${words.beamFate[fate]}</span>
    <span>${words.logP} ${formatFixed(beam.log_probability, 4)}</span>
    <span>${words.sumLogP} ${formatFixed(beam.score, 4)}</span>
    <span>${words.probability} ${formatShort(p, 4)}</span>
    ${fate === 'passed' ? nothing : html`<span>${words.normalizedScore} ${formatFixed(beam.normalized_score, 4)}</span>`}
    ${forced ? html`<span class="given">${words.forced}</span>` : nothing}
  </p>`;
}

/** The kinds of frames that a tree has. */
export function drawKeys(
  { nodes }: BeamTree,
  { isForced, isForceable }: { readonly isForced: boolean; readonly isForceable: boolean },
  words: Words,
): TemplateResult {
  const { beamFate, result, sumLogPKey } = words;
  const has = (some: BeamFate) => nodes.some(({ fate }) => fate === some);
  const key = (text: string, kind: Partial<FrameKind>) => {
    const whole: FrameKind = { fate: 'alive', best: false, forced: false, ...kind };
    return html`<span class=${whole.fate}>${drawFrameKey(whole)}${text}</span>`;
  };
  return html`<div class="keys" aria-hidden="true">
    ${key(result, { best: true })} ${key(beamFate.alive, {})}
    ${has('finished') ? key(beamFate.finished, { fate: 'finished' }) : nothing}
    ${key(beamFate.pruned, { fate: 'pruned' })}
    ${has('passed') ? key(beamFate.passed, { fate: 'passed' }) : nothing}
    ${isForced ? key(words.forced, { forced: true }) : nothing}
    <span>${sumLogPKey}</span>
    ${isForceable ? html`<span class="how">${words.howToForce}</span>` : nothing}
  </div>`;
}
