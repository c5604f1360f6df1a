/** An encoder–decoder as a picture, as in figure 1 of "Attention is all you need". Each part leads to its section. */
import { html, svg, type TemplateResult } from 'lit';
import type { Texts } from '../i18n/texts.ts';
import type { PairSize } from '../model-heads.ts';

type Part = keyof Texts['translating']['picture']['parts'];

/** Where a part leads, and its box: x, y, width, height. From the bottom up, as the numbers go; the encoder first. */
const kBoxes: readonly (readonly [Part, string, ...(readonly [number, number, number, number])])[] =
  [
    ['sourceVectors', 'vectors', 26, 448, 126, 40],
    ['selfAttention', 'looking', 26, 372, 126, 40],
    ['addNorm', 'layer-norm', 26, 332, 126, 26],
    ['feedForward', 'feed-forward', 26, 272, 126, 40],
    ['addNorm', 'layer-norm', 26, 232, 126, 26],
    ['targetVectors', 'vectors', 222, 448, 130, 40],
    ['maskedAttention', 'looking', 222, 372, 130, 40],
    ['addNorm', 'layer-norm', 222, 332, 130, 26],
    ['crossAttention', 'translating', 222, 272, 130, 40],
    ['addNorm', 'layer-norm', 222, 232, 130, 26],
    ['feedForward', 'feed-forward', 222, 172, 130, 40],
    ['addNorm', 'layer-norm', 222, 132, 130, 26],
    ['output', 'output', 222, 52, 130, 40],
  ];

/** The way up through each stack, its arrowheads, the ways around each part to the sum behind it, and the way from one to the other. */
const kLines = [
  'M89 448V412m-4 7 4-7 4 7M89 372V358M89 332V312M89 272V258',
  'M287 448V412m-4 7 4-7 4 7M287 372V358M287 332V312M287 272V258M287 232V212M287 172V158M287 132V92m-4 7 4-7 4 7M287 52V30m-4 7 4-7 4 7',
  'M89 424H14V345H26m-6-4 6 4-6 4M89 322H14V245H26m-6-4 6 4-6 4',
  'M287 424H364V345H352m6-4-6 4 6 4M287 322H364V245H352m6-4-6 4 6 4M287 222H364V145H352m6-4-6 4 6 4',
  'M89 232V186H188V292H222m-6-4 6 4-6 4',
].join('');

export function pairPicture(
  { parts, body, written, times }: Texts['translating']['picture'],
  { encoder, decoder }: PairSize,
): TemplateResult {
  return html`<div class="prose"><p>${body}</p></div>
    <figure class="block-picture pair-picture">
      <svg viewBox="0 0 378 496" role="group" aria-label=${parts.whole}>
        <rect class="frame" x="4" y="204" width="166" height="232" rx="10"></rect>
        <rect class="frame" x="206" y="104" width="168" height="332" rx="10"></rect>
        <path d=${kLines}></path>
        <text x="12" y="221">${times.encoder(encoder)}</text>
        <text x="368" y="121" text-anchor="end">${times.decoder(decoder)}</text>
        <text x="287" y="22" text-anchor="middle">${written}</text>
        ${kBoxes.map(
          ([part, to, x, y, width, height]) =>
            svg`<a href="#at=${to}"><rect x=${x} y=${y} width=${width} height=${height} rx="6"></rect><text x=${x + width / 2} y=${y + height / 2 + 5}>${parts[part]}</text></a>`,
        )}
      </svg>
    </figure>`;
}
