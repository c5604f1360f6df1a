/** The sizes of the shipped models: a link may name heads that its model lacks, and the prose says how wide they are. */
import type { Ablation } from 'glassformer';
import type { HeadPlace, Picks, Stack } from 'glassformer/elements';
import {
  decoder_layers as decoderLayers,
  encoder_layers as encoderLayers,
  num_heads as translatorHeads,
} from '../../models/en-zh/config.json';
import {
  n_embd as storiesWidth,
  n_head as storiesHeads,
  n_layer as storiesLayers,
} from '../../models/stories/config.json';
import {
  n_embd as largeWidth,
  n_head as largeHeads,
  n_layer as largeLayers,
} from '../../models/stories-large/config.json';
import {
  n_embd as tangWidth,
  n_head as tangHeads,
  n_layer as tangLayers,
} from '../../models/tang/config.json';
import {
  n_embd as zhWidth,
  n_head as zhHeads,
  n_layer as zhLayers,
} from '../../models/zh/config.json';
import type { Writer } from './writers.ts';

interface Size {
  readonly layers: number;
  readonly heads: number;
}

const kWriters: Readonly<Record<Writer, Size>> = {
  stories: { layers: storiesLayers, heads: storiesHeads },
  'stories-large': { layers: largeLayers, heads: largeHeads },
  zh: { layers: zhLayers, heads: zhHeads },
  tang: { layers: tangLayers, heads: tangHeads },
};

const kWidths: Readonly<Record<Writer, number>> = {
  stories: storiesWidth,
  'stories-large': largeWidth,
  zh: zhWidth,
  tang: tangWidth,
};

const kTranslator: Readonly<Record<Stack, Size>> = {
  encoder: { layers: encoderLayers, heads: translatorHeads },
  decoder: { layers: decoderLayers, heads: translatorHeads },
  cross: { layers: decoderLayers, heads: translatorHeads },
};

/** What the prose says of a writer's size. */
export interface Widths {
  readonly layers: number;
  readonly heads: number;
  /** Numbers that one head hands over. */
  readonly each: number;
  /** Numbers of a token's vector. */
  readonly all: number;
}

export function widthsOf(writer: Writer): Widths {
  const { layers, heads } = kWriters[writer];
  const all = kWidths[writer];
  return { layers, heads, each: all / heads, all };
}

/** So many times as long layer 1 makes most of the residual stream's vectors, and more. */
export const kLayer1Lengthens: Readonly<Record<Writer, number>> = {
  stories: 10,
  'stories-large': 10,
  zh: 5,
  tang: 5,
};

/** How many layers the translators have. */
export interface PairSize {
  readonly encoder: number;
  readonly decoder: number;
}

export const kTranslatorLayers: PairSize = { encoder: encoderLayers, decoder: decoderLayers };

export function writerHas(writer: Writer, place: HeadPlace): boolean {
  return has(kWriters[writer], place);
}

function translatorHas(stack: Stack, place: HeadPlace): boolean {
  return has(kTranslator[stack], place);
}

/** Of heads that were picked in the translator, those that it has. */
export function translatorsOf(picks: Picks): Picks {
  return Object.fromEntries(
    Object.entries(picks).filter(
      ([stack, place]) => place !== undefined && translatorHas(stack as Stack, place),
    ),
  );
}

/** Of heads whose strength was changed in the translator, those that it has. */
export function translatorAblationsOf(ablations: readonly Ablation[]): readonly Ablation[] {
  return ablations.filter((each) => translatorHas(each.stack ?? 'decoder', each));
}

function has(size: Size, { layer, head }: HeadPlace): boolean {
  return layer < size.layers && head < size.heads;
}
