/** What a run is asked to copy out and to change, as the core's hooks. */
import type {
  Edit,
  HookList,
  MainModule,
  Model as WasmModel,
  NamedTensor,
} from '../../../build/wasm/glassformer.js';
import { layersOf } from '../shared/architecture.ts';
import type { ErrorDetails } from '../shared/error-types.ts';
import { GlassformerError } from '../shared/error.ts';
import type { ResolvedConfig } from '../shared/model-types.ts';
import { printable } from '../shared/printable.ts';
import type { Ablation, HookEdit, Tensor } from '../shared/run-types.ts';
import { checkFinite } from './finite.ts';
import { given, unwrap } from './unwrap.ts';

export interface HookOptions {
  readonly capture?: readonly string[] | null;
  readonly ablate?: readonly Ablation[] | null;
  readonly edits?: readonly HookEdit[] | null;
}

export type Activations = Record<string, Tensor>;

/** An encoder–decoder's hooks begin with the stack's name; another model has one stack. */
export function makeHooks(
  wasm: MainModule,
  { capture, ablate, edits }: HookOptions,
  config: ResolvedConfig,
): HookList {
  const ablations = ablate?.map((ablation, i) => toAblation(ablation, config, i)) ?? [];
  const hooks = new wasm.HookList();
  for (const glob of capture ?? []) hooks.record(glob);
  for (const ablation of ablations) hooks.edit(ablation);
  for (const edit of edits ?? []) hooks.edit(toEdit(edit));
  return hooks;
}

function toAblation(
  { layer, head, factor = 0, stack }: Ablation,
  config: ResolvedConfig,
  i: number,
): Edit {
  const { architecture } = config;
  const isEncoderDecoder = architecture === 'encoder-decoder';
  // 'decoder' is the default, which is written down for the one stack of any model.
  const isOwn = ['decoder', architecture, undefined].includes(stack);
  if (!isEncoderDecoder && !isOwn)
    throw new GlassformerError(
      'InvalidArgument',
      `ablate[${i}]: stack must be "${architecture}", found "${stack}"`,
      { details: { kind: 'unfitEdit' } },
    );
  const places = {
    layer: [layer, layersOf(config, stack)],
    head: [head, config.num_heads],
  } as const;
  for (const [name, [found, count]] of Object.entries(places))
    if (found >= count)
      throw new GlassformerError(
        'InvalidArgument',
        `ablate[${i}]: ${name} must be a whole number from 0 to ${count - 1}, found ${found}`,
        { details: { kind: 'unfitEdit' } },
      );
  const prefix = isEncoderDecoder ? `${stack === 'encoder' ? stack : 'decoder'}.` : '';
  const attention = stack === 'cross' ? 'cross_attn' : 'attn';
  return {
    hook: `${prefix}blocks.${layer}.${attention}.z`,
    action: 'scale',
    head,
    factor,
    values: new Float32Array(),
  };
}

function toEdit({ hook, head, scale, add, set }: HookEdit): Edit {
  const action = add ? 'add' : set ? 'set' : 'scale';
  const values = add ?? set ?? new Float32Array();
  return { hook, action, head: head ?? undefined, factor: scale ?? 1, values };
}

/** What was recorded since the last time. Edits, ablations and weights may be too large for it to be finite. */
export function takeActivations(hooks: HookList): Activations {
  const recorded = given<NamedTensor[]>(hooks.takeRecorded());
  const activations = Object.fromEntries(recorded.map(({ name, ...tensor }) => [name, tensor]));
  checkFinite(activations, 'weights, edits and ablations');
  return activations;
}

/** Why the core refuses a run, if it is for one of these edits. */
export function unfitEdit(hooks: HookList, message: string): ErrorDetails | undefined {
  const status = hooks.status();
  return status?.message === message ? { kind: 'unfitEdit' } : undefined;
}

const kStacks = ['encoder.', 'decoder.'];

/**
 * An edit that met no tensor, or a name to capture that no tensor has, is a mistake to be told.
 *
 * @param near the names like that one which the model has
 */
export function checkHooks(
  wasm: MainModule,
  hooks: HookList,
  { capture }: HookOptions,
  activations: Activations,
  near: (unmet: string) => readonly string[],
): void {
  unwrap(hooks.status(), undefined, () => ({ kind: 'unfitEdit' }));
  const names = Object.keys(activations);
  const unmet = capture?.find((glob) => !names.some((name) => wasm.matchesGlob(glob, name)));
  if (unmet === undefined) return;
  const others = near(unmet);
  const shown = others.map((name) => `'${printable(name)}'`).join(' and ');
  throw new GlassformerError(
    'InvalidArgument',
    `capture: this model has no activation named '${printable(unmet)}'${shown && `, but ${shown}`}`,
    { details: { kind: 'noActivation', name: unmet, ...(shown && { near: others }) } },
  );
}

/** What the name would be with the name of a stack before it, or without: those of these that a run of one token has. */
export function namesNear(
  wasm: MainModule,
  model: WasmModel,
  unmet: string,
  twoStacks: boolean,
): readonly string[] {
  const stack = kStacks.find((each) => unmet.startsWith(each));
  const others = twoStacks
    ? kStacks.map((each) => each + unmet.slice(stack?.length))
    : [unmet.slice(stack?.length)];
  const hooks = new wasm.HookList();
  try {
    for (const name of others) hooks.record(name);
    const token = [Int32Array.of(0)];
    unwrap(model.forward(token, twoStacks ? token : [], hooks));
    const names = given<NamedTensor[]>(hooks.takeRecorded()).map(({ name }) => name);
    return others.filter((glob) => names.some((name) => wasm.matchesGlob(glob, name)));
  } finally {
    hooks.delete();
  }
}
