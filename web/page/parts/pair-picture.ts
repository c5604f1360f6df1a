/** An encoder–decoder as a picture, as in figure 1 of "Attention is all you need". Each part leads to its section. */
import { html, svg, type TemplateResult } from 'lit';
import type { Texts } from '../i18n/texts.ts';
import type { PairSize } from '../model-heads.ts';
import { reach } from './block-picture.ts';

type Part = keyof Texts['translating']['picture']['parts'];

/** Where a part leads, and its box: x, y, width, height. From the bottom up, as the numbers go; the encoder first. */
const kBoxes: readonly (readonly [Part, string, ...(readonly [number, number, number, number])])[] =
  [
    ['sourceVectors', 'vectors', 26, 509, 126, 40],
    ['selfAttention', 'looking', 26, 425, 126, 48],
    ['addNorm', 'layer-norm', 26, 372, 126, 34],
    ['feedForward', 'feed-forward', 26, 305, 126, 48],
    ['addNorm', 'layer-norm', 26, 252, 126, 34],
    ['targetVectors', 'vectors', 222, 509, 130, 40],
    ['maskedAttention', 'looking', 222, 425, 130, 48],
    ['addNorm', 'layer-norm', 222, 372, 130, 34],
    ['crossAttention', 'translating', 222, 305, 130, 48],
    ['addNorm', 'layer-norm', 222, 252, 130, 34],
    ['feedForward', 'feed-forward', 222, 185, 130, 48],
    ['addNorm', 'layer-norm', 222, 132, 130, 34],
    ['output', 'output', 222, 52, 130, 40],
  ];

/** Of what a finger hits of a part: 44 pixels on the narrowest phone. They touch, and cover nothing of one another. */
const kReach = 60;

/** The way up through each stack, its arrowheads, the ways around each part to the sum behind it, and the way from one to the other. */
const kLines = [
  'M89 509V473m-4 7 4-7 4 7M89 425V406M89 372V353M89 305V286',
  'M287 509V473m-4 7 4-7 4 7M287 425V406M287 372V353M287 305V286M287 252V233M287 185V166M287 132V92m-4 7 4-7 4 7M287 52V30m-4 7 4-7 4 7',
  'M89 485H14V389H26m-6-4 6 4-6 4M89 363H14V269H26m-6-4 6 4-6 4',
  'M287 485H364V389H352m6-4-6 4 6 4M287 363H364V269H352m6-4-6 4 6 4M287 243H364V149H352m6-4-6 4 6 4',
  'M89 252V206H188V329H222m-6-4 6 4-6 4',
].join('');

export function pairPicture(
  { parts, body, written, times }: Texts['translating']['picture'],
  { encoder, decoder }: PairSize,
): TemplateResult {
  return html`<div class="prose"><p>${body}</p></div>
    <figure class="block-picture pair-picture">
      <svg viewBox="0 0 378 561" role="group" aria-label=${parts.whole}>
        <rect class="frame" x="4" y="224" width="166" height="273" rx="10"></rect>
        <rect class="frame" x="206" y="104" width="168" height="393" rx="10"></rect>
        <path d=${kLines}></path>
        <text x="12" y="241">${times.encoder(encoder)}</text>
        <text x="368" y="121" text-anchor="end">${times.decoder(decoder)}</text>
        <text x="287" y="22" text-anchor="middle">${written}</text>
        ${kBoxes.map(
          ([part, to, x, y, width, height]) =>
            svg`<a href="#at=${to}"><rect x=${x} y=${y} width=${width} height=${height} rx="6"></rect><text x=${x + width / 2} y=${y + height / 2 + 5}>${parts[part]}</text>${reach(x, y - (kReach - height) / 2, width, kReach)}</a>`,
        )}
      </svg>
    </figure>`;
}
