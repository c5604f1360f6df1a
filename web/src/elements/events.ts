/** The events of the elements: what the `detail` of each holds. They bubble, also through shadow roots. */
import type { Model } from '../index.ts';
import type { SelfAttentionOptions } from '../shared/attention-types.ts';
import type { GenerationStep } from '../shared/generation-types.ts';
import type { Change } from '../shared/normalise.ts';
import type { Ablation, Run, Token } from '../shared/run-types.ts';
import type { Verification } from '../shared/verification-types.ts';
import type { HeadPlace } from '../view/heads.ts';
import type { Spot } from '../view/selection.ts';
import type { ChoiceSettings, Mode, Settings } from './base/controls.ts';
import type { Loading } from './base/figure-context.ts';
import type { AttentionView } from './base/view-choice.ts';
import type { GenerationProgress, MapView, Picks, SaveFormat } from './event-types.ts';
import type { Norm, Positions } from './glass-train/shape.ts';
import type { TrainPoint } from './glass-train/training-run.ts';
import type { PinnedTokens } from './glass-translate/linked.ts';
import type { Hypothesis } from './glass-translate/translation.ts';

export interface GlassEvents {
  'glass-ablate': { readonly ablations: readonly Ablation[] };
  'glass-change': SelfAttentionOptions | null;
  'glass-choice': { readonly attribute: string; readonly value: string | null };
  'glass-choose': { readonly id: number; readonly text: string };
  'glass-choose-other': { readonly id: number; readonly text: string };
  'glass-draw': { readonly width: number; readonly seed: number };
  'glass-edit': { readonly row: number; readonly column: number; readonly value: number };
  'glass-error': { readonly error: Error };
  'glass-force': { readonly ids: readonly number[] };
  'glass-head': HeadPlace;
  'glass-look': { readonly ids: readonly number[] | null };
  'glass-padded': Readonly<
    Record<'masked' | 'unmasked', { readonly share: number; readonly moved: number }>
  > & {
    readonly sentences: readonly { readonly text: string; readonly tokens: readonly Token[] }[];
  };
  'glass-patched': { readonly clean: string; readonly corrupted: string };
  'glass-picks': { readonly picks: Picks };
  'glass-pin': OfTags<'glass-pin'>;
  'glass-pinned': { readonly pinned: PinnedTokens | null };
  'glass-progress': Loading;
  'glass-ready': { readonly model: Model };
  'glass-refuse': { readonly row: number; readonly column: number };
  'glass-run': {
    readonly run: Run;
    readonly text: string;
    readonly changes: readonly Change[];
    readonly unknown: readonly string[];
  };
  'glass-running': GenerationProgress;
  'glass-saved': { readonly format: SaveFormat; readonly name: string };
  'glass-selected': { readonly pinned: Spot | null };
  'glass-settings': OfTags<'glass-settings'>;
  'glass-step': { readonly step: GenerationStep };
  'glass-text': { readonly text: string };
  'glass-train-begin': { readonly point: TrainPoint };
  'glass-train-done': { readonly point: TrainPoint };
  'glass-train-settings': {
    readonly lr: number;
    readonly seed: number;
    readonly norm: '' | Norm;
    readonly positions: '' | Positions;
  };
  'glass-train-step': { readonly point: TrainPoint };
  'glass-translated': {
    readonly greedy: Hypothesis;
    readonly beam: Hypothesis;
    readonly text: string;
    readonly tokens: readonly Token[];
    readonly changes: readonly Change[];
    readonly unknown: readonly string[];
  };
  'glass-verified': { readonly verification: Verification };
  'glass-view': OfTags<'glass-view'>;
}

interface PinsCell {
  'glass-pin': { readonly row: number | null; readonly column: number | null };
}
interface PinsToken {
  'glass-pin': { readonly token: number };
}

/** The events that several tags send, each with a detail of its own. */
export interface GlassEventsOfTags {
  'glass-attention': PinsCell & { 'glass-view': { readonly view: AttentionView } };
  'glass-embeddings': PinsCell;
  'glass-feed-forward': PinsToken;
  'glass-generate': { 'glass-settings': { readonly mode: Mode; readonly settings: Settings } };
  'glass-map': PinsToken & { 'glass-view': { readonly view: MapView } };
  'glass-matrix': PinsCell;
  'glass-next-token': {
    'glass-settings': { readonly mode: 'sample'; readonly settings: ChoiceSettings };
  };
  'glass-positions': PinsToken;
  'glass-surprise': PinsToken;
  'glass-tokens': PinsToken;
  'glass-translate': {
    'glass-settings': { readonly mode: 'beam'; readonly settings: { readonly num_beams: number } };
    'glass-view': { readonly view: AttentionView };
  };
}

type TagWithOwn = keyof GlassEventsOfTags;

/** What a listener hears that does not know which of the tags has sent the event. */
type OfTags<Type> = {
  [Tag in TagWithOwn]: Type extends keyof GlassEventsOfTags[Tag]
    ? GlassEventsOfTags[Tag][Type]
    : never;
}[TagWithOwn];

/** `addEventListener` and `removeEventListener` of a tag's class, which know what the element itself tells. */
export interface Listening<Tag extends TagWithOwn, Element> {
  addEventListener: Listener<Tag, Element, AddEventListenerOptions> &
    HTMLElement['addEventListener'];
  removeEventListener: Listener<Tag, Element, EventListenerOptions> &
    HTMLElement['removeEventListener'];
}

type Listener<Tag extends TagWithOwn, Element, Options> = <
  Type extends keyof GlassEventsOfTags[Tag],
>(
  type: Type,
  listener: (this: Element, event: CustomEvent<GlassEventsOfTags[Tag][Type]>) => unknown,
  options?: boolean | Options,
) => void;

type GlassEventMap = { readonly [Type in keyof GlassEvents]: CustomEvent<GlassEvents[Type]> };

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface of the DOM, merged
  interface GlobalEventHandlersEventMap extends GlassEventMap {}
}
