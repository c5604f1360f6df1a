/**
 * The heads that the reader picked, switched off or scaled: of each model only those that it has, and kept for each of
 * the two that write on while the other one reads the line.
 */
import type { Ablation } from 'glassformer';
import type { Picks } from 'glassformer/elements';
import {
  decoder_layers as decoderLayers,
  encoder_layers as encoderLayers,
  num_heads as translatorHeads,
} from '../../models/en-zh/config.json';
import { n_head as storiesHeads, n_layer as storiesLayers } from '../../models/stories/config.json';
import { n_head as tangHeads, n_layer as tangLayers } from '../../models/tang/config.json';
import type { Choices, HeadPlace } from './address.ts';
import type { Writer } from './writers.ts';

interface Size {
  readonly layers: number;
  readonly heads: number;
}

type Stack = NonNullable<Ablation['stack']>;

const kWriters: Readonly<Record<Writer, Size>> = {
  stories: { layers: storiesLayers, heads: storiesHeads },
  tang: { layers: tangLayers, heads: tangHeads },
};

const kTranslator: Readonly<Record<Stack, Size>> = {
  encoder: { layers: encoderLayers, heads: translatorHeads },
  decoder: { layers: decoderLayers, heads: translatorHeads },
  cross: { layers: decoderLayers, heads: translatorHeads },
};

const has = (size: Size, { layer, head }: HeadPlace): boolean =>
  layer < size.layers && head < size.heads;

/** Without what names a head that its model lacks: a link may have been made for another model, or by hand. */
export function withHeadsOf(writer: Writer, choices: Choices): Choices {
  const { head, ablations, picks, translatorAblations, ...rest } = choices;
  const own = ablations?.filter((each) => has(kWriters[writer], each)) ?? [];
  const translators =
    translatorAblations?.filter((each) => has(kTranslator[each.stack ?? 'decoder'], each)) ?? [];
  const picked = Object.entries(picks ?? {}).filter(
    ([stack, place]) => place !== undefined && has(kTranslator[stack as Stack], place),
  );
  return {
    ...rest,
    ...(head && has(kWriters[writer], head) && { head }),
    ...(own.length > 0 && { ablations: own }),
    ...(picked.length > 0 && { picks: Object.fromEntries(picked) as Picks }),
    ...(translators.length > 0 && { translatorAblations: translators }),
  };
}

/** What the reader chose in the figures of one model that writes on. */
type OwnHeads = Pick<Choices, 'head' | 'ablations'>;

export type KeptHeads = Readonly<Partial<Record<Writer, OwnHeads>>>;

/**
 * The line goes from one model to another: the choices with the heads of `to`, as they were when it was last shown, and
 * with those of `from` kept. What is picked in the translator stays as it is.
 */
export function changeWriter(
  kept: KeptHeads,
  { head, ablations, ...rest }: Choices,
  from: Writer,
  to: Writer,
): { readonly kept: KeptHeads; readonly choices: Choices } {
  const left: OwnHeads = { ...(head && { head }), ...(ablations && { ablations }) };
  // A head that was picked last is shown by the translator too, which the address says by the head alone.
  const picks = rest.picks ?? (head && picksLike(head));
  return {
    kept: { ...kept, [from]: left },
    choices: { ...rest, ...(picks && { picks }), ...kept[to] },
  };
}

/** The place of a head that was picked in one model, in all of another's attention. */
export function picksLike(head: HeadPlace): Picks {
  return { encoder: head, decoder: head, cross: head };
}
