/** Heads in the address. Layers and heads count from 1, as the page shows them. */
import type { Ablation } from 'glassformer';
import type { HeadPlace, Picks, Stack } from 'glassformer/elements';
import type { Codec } from './address.ts';

/** "5.3" */
export const headCodec: Codec<HeadPlace> = {
  read(text) {
    const match = /^([1-9]\d?)\.([1-9]\d?)$/.exec(text);
    return match && { layer: Number(match[1]) - 1, head: Number(match[2]) - 1 };
  },
  write: writeHead,
};

/** Heads of a decoder, and their strengths: "5.3*0 1.2*0.5". */
export const ablationsCodec: Codec<readonly Ablation[]> = {
  read: (text) => readAblations(text, 'decoder'),
  write: (ablations) => (ablations.length === 0 ? null : ablations.map(writeAblation).join(' ')),
};

/** The translator has three kinds of attention, which stand before their heads: "cross.3.1". */
export const stacks: readonly Stack[] = ['encoder', 'decoder', 'cross'];

/** "encoder.1.2 cross.3.1" */
export const picksCodec = {
  read: (text: string): Picks =>
    Object.fromEntries(
      stacks.flatMap((stack) => {
        const head = headCodec.read(ofStack(text, stack));
        return head === null ? [] : [[stack, head] as const];
      }),
    ),
  write: (picks: Picks): string =>
    stacks
      .map((stack) => [stack, picks[stack]] as const)
      .flatMap(([stack, head]) => (head ? [`${stack}.${writeHead(head)}`] : []))
      .join(' '),
} satisfies Codec<Picks>;

/** "encoder.1.2*0 cross.3.1*0.5" */
export const stackAblationsCodec: Codec<readonly Ablation[]> = {
  read: (text) => stacks.flatMap((stack) => readAblations(ofStack(text, stack), stack)),
  write: (ablations) =>
    ablations.length === 0
      ? null
      : ablations.map((each) => `${each.stack ?? 'decoder'}.${writeAblation(each)}`).join(' '),
};

function writeHead({ layer, head }: HeadPlace): string {
  return `${layer + 1}.${head + 1}`;
}

function readAblations(text: string, stack: Stack): Ablation[] {
  const ablations = text.split(' ').flatMap((each) => {
    const [place = '', strength = ''] = each.split('*');
    const head = headCodec.read(place);
    const factor = /^[0-2](\.\d)?$/.test(strength) ? Number(strength) : null;
    return head === null || factor === null ? [] : [{ ...head, factor, stack }];
  });
  // A head that is named again has the strength that was named last.
  return [...new Map(ablations.map((each) => [writeHead(each), each])).values()];
}

function writeAblation({ factor = 0, ...place }: Ablation): string {
  return `${writeHead(place)}*${factor}`;
}

/** What is said of one kind, without its name. */
function ofStack(text: string, stack: Stack): string {
  const own = text.split(' ').filter((each) => each.startsWith(`${stack}.`));
  return own.map((each) => each.slice(stack.length + 1)).join(' ');
}
