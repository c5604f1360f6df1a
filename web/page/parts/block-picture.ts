/** One layer, and what comes before and after all of them, as a picture: the stream, what reads from it and what adds to it. Each part leads to its section. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { wordsFor } from 'glassformer/elements/functions';
import type { Here } from '../here.ts';
import type { Texts } from '../i18n/texts.ts';

type Part = keyof Texts['layers']['picture']['parts'] | 'join';

/** Where a part leads, and its box: x, y, width, height. */
const kBoxes: readonly (readonly [Part, string, ...(readonly [number, number, number, number])])[] =
  [
    ['vectors', 'vectors', 6, 392, 92, 44],
    ['norm', 'layer-norm', 84, 310, 62, 44],
    ['heads', 'looking', 160, 310, 82, 44],
    ['join', 'joining', 258, 310, 52, 44],
    ['norm', 'layer-norm', 84, 154, 62, 44],
    ['feedForward', 'feed-forward', 160, 154, 150, 44],
    ['norm', 'layer-norm', 21, 6, 62, 44],
    ['output', 'output', 6, -60, 92, 44],
  ];
/** Where the stream leads. */
const kStream = 'layers';
/** What a finger hits of it, between the boxes above and below. */
const kStreamReach = reach(68, 203, 78, 54);
/** The stream, the two ways out of it and back, with their arrowheads. */
const kLines =
  'M52 392V58m-4 7 4-7 4 7M52 6V-8m-4 7 4-7 4 7M52 332h28m-6-4 6 4-6 4M146 332h14M242 332h16M284 310V240H67m6-4-6 4 6 4M52 176h28m-6-4 6 4-6 4M146 176h14M284 154V96H67m6-4-6 4 6 4';

const kJoin = svg`W<tspan dy="4" font-size="10">O</tspan>`;

/** The part that the reader is at: the id that it leads to; null: they are at none of them. */
export const partAt = ({ part, chapter }: Here): string | null =>
  [part.value, chapter.value].find((id) => id === kStream || kBoxes.some(([, to]) => to === id)) ??
  null;

/** What a finger hits of a part: 44 pixels, also where the picture is as narrow as the narrowest phone. */
export function reach(x: number, y: number, width: number, height: number) {
  return svg`<path class="reach" d="M${x} ${y}h${width}v${height}h${-width}z"></path>`;
}

/** The picture as small as a letter, for where the large one is out of sight; it leads there. */
export function blockSign({ layers, language }: Texts, at: string) {
  const { title, picture } = layers;
  const { labelled } = wordsFor(language);
  const [part] = kBoxes.find(([, to]) => to === at) ?? ['stream' as const];
  return html`<a
    class="sign"
    href="#at=${kStream}"
    aria-label=${labelled(title, part === 'join' ? 'W_O' : picture.parts[part])}
    ><svg viewBox="0 -66 340 508">
      <path d="M52 392V-16" class=${at === kStream ? 'here' : ''}></path>
      ${kBoxes.map(([, to, x, y, width, height]) => svg`<rect class=${at === to ? 'here' : ''} x=${x} y=${y} width=${width} height=${height} rx="9"></rect>`)}
    </svg></a
  >`;
}

/** @param here the part where the reader is */
export function blockPicture(
  { parts, body, times }: Texts['layers']['picture'],
  layers: number,
  here: string | null,
): TemplateResult {
  const link = (to: string, content: TemplateResult) =>
    svg`<a href="#at=${to}" aria-current=${to === here ? 'location' : nothing}>${content}</a>`;
  const plus = (y: number) =>
    svg`<circle cx="52" cy=${y} r="11"></circle><path d="M46 ${y}h12M52 ${y - 6}v12"></path>`;
  return html`<div class="prose"><p>${body}</p></div>
    <figure class="block-picture">
      <svg viewBox="0 -66 340 508" role="group" aria-label=${body}>
        <rect class="frame" x="26" y="72" width="308" height="304" rx="10"></rect>
        <path d=${kLines}></path>
        ${plus(240)}${plus(96)}
        <text x="324" y="369" text-anchor="end">${times(layers)}</text>
        ${link(kStream, svg`<rect class="clear" x="68" y="204" width="78" height="34" rx="6"></rect><text x="107" y="226">${parts.stream}</text>${kStreamReach}`)}
        ${kBoxes.map(([part, to, x, y, width, height]) =>
          link(
            to,
            svg`${part === 'heads' ? svg`<rect x=${x + 6} y=${y - 6} width=${width} height=${height} rx="6"></rect>` : nothing}<rect x=${x} y=${y} width=${width} height=${height} rx="6"></rect><text x=${x + width / 2} y=${y + height / 2 + 5}>${part === 'join' ? kJoin : parts[part]}</text>${reach(x - 3, y - 5, width + 6, height + 10)}`,
          ),
        )}
      </svg>
    </figure>`;
}
