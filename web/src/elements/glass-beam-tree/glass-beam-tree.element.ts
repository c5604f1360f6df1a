import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { GenerationStep } from '../../shared/types.ts';
import {
  type BeamNode,
  type BeamTree,
  beamTree,
  lineage,
  neighbour,
} from '../../view/beam-tree.ts';
import { shorten, visibleText } from '../../view/label.ts';
import { formatFixed, formatShort } from '../../view/number.ts';
import { GlassElement } from '../base/glass-element.ts';
import { beamTreeStyles } from './glass-beam-tree.styles.ts';

const kColumn = 112;
const kRow = 46;
const kNode = { width: 74, height: 38 };
const kMargin = 6;

/**
 * A beam search as it grows: a column per step, kept hypotheses in solid frames, pruned ones dashed, the best one's way
 * in the accent colour. Under each token stands the sum of log-probabilities up to it.
 *
 * @element glass-beam-tree
 * @csspart tree - the drawing
 * @csspart readout - the numbers of the node that is looked at
 * @cssprop [--glass-beam-tree-max-height=30rem] - height from which the tree scrolls
 */
export class GlassBeamTree extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), beamTreeStyles];

  /** The steps so far, as the generation gave them. */
  @property({ attribute: false }) steps: readonly GenerationStep[] = [];
  /** What the root is called. */
  @property() start = '';

  @state() private looked = -1;
  @state() private focused = 0;
  @query('.scroller') private readonly scroller!: HTMLElement | null;

  protected override render(): TemplateResult {
    const face = this.face(this.steps.length === 0, this.words.noSteps);
    if (face) return face;
    const tree = beamTree(this.steps);
    const line = new Set(lineage(tree, this.looked));
    const width = tree.depth * kColumn + kNode.width + 2 * kMargin;
    const height = (tree.rows - 1) * kRow + kNode.height + 2 * kMargin;
    const focused = Math.min(this.focused, tree.nodes.length - 1);
    return html`<div class="scroller">
        <svg
          part="tree"
          width=${width}
          height=${height}
          viewBox="0 0 ${width} ${height}"
          role="group"
          aria-label=${this.words.beamTree}
          @keydown=${(event: KeyboardEvent) => this.#onKey(event, tree)}
        >
          ${tree.nodes.slice(1).map((node) => this.#link(tree, node, line))}
          ${repeat(
            tree.nodes,
            (node) => node.index,
            (node) => this.#node(node, line.has(node.index), node.index === focused),
          )}
        </svg>
      </div>
      ${this.#readout(tree)} ${this.#keys()}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('steps') && this.scroller !== null)
      this.scroller.scrollLeft = this.scroller.scrollWidth;
  }

  #link(tree: BeamTree, node: BeamNode, line: ReadonlySet<number>): TemplateResult {
    const parent = tree.nodes[node.parent] as BeamNode;
    const [x1, y1] = [left(parent) + kNode.width, middle(parent)];
    const [x2, y2] = [left(node), middle(node)];
    const bend = (x1 + x2) / 2;
    return svg`<path class="link ${node.fate} ${node.best ? 'best' : ''} ${line.has(node.index) ? 'looked' : ''}" d="M${x1},${y1}C${bend},${y1} ${bend},${y2} ${x2},${y2}"></path>`;
  }

  #node(node: BeamNode, isLooked: boolean, isFocused: boolean): TemplateResult {
    const { beam } = node;
    const text = beam === null ? this.start || this.words.beamStart : visibleText(beam.token_text);
    const fate = this.words.beamFate[node.fate];
    const label =
      beam === null ? text : this.words.beamNode(text, fate, beam.log_probability, beam.score);
    const x = left(node) + kNode.width / 2;
    return svg`<g
      class="node ${node.fate} ${node.best ? 'best' : ''} ${isLooked ? 'looked' : ''}"
      role="img"
      aria-label=${label}
      tabindex=${isFocused ? 0 : -1}
      data-node=${node.index}
      @pointerenter=${() => (this.looked = node.index)}
      @pointerleave=${() => (this.looked = -1)}
      @focus=${() => (this.looked = this.focused = node.index)}
      @blur=${() => (this.looked = -1)}
    >
      <rect x=${left(node)} y=${middle(node) - kNode.height / 2} width=${kNode.width} height=${kNode.height} rx="6"></rect>
      <text class="token" x=${x} y=${middle(node) + (beam === null ? 4 : -3)} text-anchor="middle">${shorten(text, 9)}</text>
      ${beam === null ? nothing : svg`<text class="number" x=${x} y=${middle(node) + 12} text-anchor="middle">${formatFixed(beam.score, 2)}</text>`}
    </g>`;
  }

  #readout(tree: BeamTree): TemplateResult {
    const node = tree.nodes[this.looked] ?? [...tree.nodes].reverse().find((each) => each.best);
    const { words } = this;
    if (node === undefined || node.beam === null)
      return html`<p class="readout" part="readout"></p>`;
    const { beam } = node;
    const p = Math.exp(beam.score);
    return html`<p class="readout" part="readout">
      <b><bdi>${beam.text}</bdi></b
      ><span>${words.beamFate[node.fate]}</span>
      <span>${words.logP} ${formatFixed(beam.log_probability, 4)}</span>
      <span>${words.sumLogP} ${formatFixed(beam.score, 4)}</span>
      <span>${words.probability} ${formatShort(p, 4)}</span>
      <span>${words.rank} ${formatFixed(beam.rank, 4)}</span>
    </p>`;
  }

  #keys(): TemplateResult {
    const { beamFate, result, sumLogPKey } = this.words;
    return html`<div class="keys" aria-hidden="true">
      <span class="best"><i></i>${result}</span><span><i></i>${beamFate.alive}</span
      ><span class="pruned"><i></i>${beamFate.pruned}</span>
      <span>${sumLogPKey}</span>
    </div>`;
  }

  #onKey(event: KeyboardEvent, tree: BeamTree): void {
    const to = neighbour(tree, this.focused, event.key);
    if (to === null) return;
    event.preventDefault();
    this.renderRoot.querySelector<SVGElement>(`[data-node="${to}"]`)?.focus();
  }
}

function left(node: BeamNode): number {
  return kMargin + node.depth * kColumn;
}

function middle(node: BeamNode): number {
  return kMargin + node.y * kRow + kNode.height / 2;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-beam-tree': GlassBeamTree;
  }
}
