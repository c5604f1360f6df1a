/** For those who study models: surprise, activation patching, direct logit attribution. */
import { formatCount, formatFixed, formatPercent, formatShort } from '../../../view/number.ts';

/** What is known of one patched cell: differences of two logits, and the part that came back. */
export interface PatchNumbers {
  readonly clean: number;
  readonly corrupted: number;
  readonly patched: number;
  readonly restored: number;
}

export const study = {
  /** Behind a sentence that says why something new is not shown. */
  former: 'Below still stands the previous result.',
  otherToken: 'another token',
  orItsId: 'text or #id',
  notOne: (text: string, tokens: readonly string[]) =>
    `“${text}” is ${tokens.length} tokens of this model (${tokens.join(' · ')}); one is expected, or # and its id.`,
  noSuchId: (id: string, last: number) =>
    `There is no ${id}: the ids of this model’s tokens go from 0 to ${formatCount(last)}.`,
  decoderOnly: 'This figure is about models that continue a text: decoders.',
  surprise: {
    title: 'How much each token surprises the model, in bits',
    what: (guess: number, vocabulary: number) =>
      `How much each token of the line surprises the model, in bits: 1 bit is a tossed coin, ${formatShort(guess, 1)} bits a guess among ${formatCount(vocabulary)} tokens (the dashed line). The first has none: nothing stands before it.`,
    mean: (bits: number, perplexity: number, count: number) =>
      `${formatFixed(bits, 2)} bits on average over ${count} ${count === 1 ? 'token' : 'tokens'}: a perplexity of ${formatFixed(perplexity, 1)}`,
    bits: 'bits',
    first: (token: string) => `“${token}” is the first token: nothing stands before it.`,
    said: (token: string, before: string, bits: number, probability: number) =>
      `“${token}” after “${before}”: ${formatFixed(bits, 2)} bits, a probability of ${formatPercent(probability)}. The model expected:`,
    expected: 'What the model expected',
  },
  patch: {
    clean: 'Line A',
    corrupted: 'Line B',
    activation: 'Vector copied from A',
    activations: {
      resid_pre: 'the stream before a layer',
      resid_mid: 'the stream after attention',
      resid_post: 'the last sum of a layer',
      ln1: 'what the first norm gives',
      ln2: 'what the second norm gives',
      attn_out: 'what attention adds',
      mlp_out: 'what the feed-forward adds',
      'attn.q': 'the queries',
      'attn.k': 'the keys',
      'attn.v': 'the values',
      'attn.raw_scores': 'the scores (q · k)',
      'attn.pattern': 'the attention weights (after the softmax)',
      'attn.z': 'what the heads hand over (not joined)',
      'mlp.pre': 'the neurons before activation',
      'mlp.post': 'the neurons after activation',
    },
    heads: 'Heads',
    allHeads: 'all',
    oneHead: (head: number) => `head ${head} alone`,
    inHead: (where: string, head: number) => `${where} (head ${head} alone)`,
    followed: 'Measured by',
    difference: 'the difference of the two answers’ logits',
    logitOf: (token: string) => `the logit of “${token}”`,
    lessThat: (first: string, second: string) => `the logit of “${first}” less that of “${second}”`,
    where: {
      resid_pre: (layer: number) => `the stream before layer ${layer}`,
      attn_out: (layer: number) => `what attention of layer ${layer} adds`,
      mlp_out: (layer: number) => `what the feed-forward of layer ${layer} adds`,
      resid_mid: (layer: number) => `the stream after the attention of layer ${layer}`,
      resid_post: (layer: number) => `the last sum of layer ${layer}`,
      ln1: (layer: number) => `what the first norm of layer ${layer} gives`,
      ln2: (layer: number) => `what the second norm of layer ${layer} gives`,
      'attn.q': (layer: number) => `its queries in layer ${layer}`,
      'attn.k': (layer: number) => `its keys in layer ${layer}`,
      'attn.v': (layer: number) => `its values in layer ${layer}`,
      'attn.z': (layer: number) => `what the heads of layer ${layer} hand over`,
      'attn.raw_scores': (layer: number) => `the scores it gives in layer ${layer}`,
      'attn.pattern': (layer: number) => `the attention weights it gives in layer ${layer}`,
      'mlp.pre': (layer: number) => `the neurons of layer ${layer} before activation`,
      'mlp.post': (layer: number) => `the neurons of layer ${layer} after activation`,
    },
    tooFew: 'Each of the two lines needs at least one token.',
    tooLong: (first: number, second: number, limit: number) =>
      `Line A has ${first} tokens and line B ${second}: this figure takes lines of up to ${limit}.`,
    unequal: (first: number, second: number) =>
      `Line A has ${first} ${first === 1 ? 'token' : 'tokens'}, line B ${second}: they need the same number, so that each has its counterpart.`,
    alike: 'The model expects the same after both lines: there is no difference to be traced.',
    sameAnswer: (followed: string) =>
      `Both go on alike, so what is traced is no difference of two answers but ${followed}.`,
    unmoved: (token: string, followed: string) =>
      `The logit of “${token}” is as good as the same after both lines: nothing of it can come back. What is followed instead is ${followed}.`,
    answers: (first: string, p: number, second: string, q: number) =>
      `A goes on with “${first}” (${formatPercent(p)}), B with “${second}” (${formatPercent(q)}).`,
    title: (first: string, second: string) =>
      `Where the difference between “${first}” and “${second}” is kept`,
    titleOf: (token: string) => `Where the logit of “${token}” changes`,
    token: 'A → B',
    scale: '0: as in B; 1: as in A',
    cell: (token: string, where: string, value: number) =>
      `“${token}” from A, ${where}: ${formatFixed(value, 2)}`,
    said: (
      token: string,
      where: string,
      followed: string,
      { clean, corrupted, patched, restored }: PatchNumbers,
    ) =>
      `“${token}” from A, ${where}, put into B: ${followed} is ${formatFixed(patched, 2)}. That is ${formatFixed(restored, 2)} of the way from B (${formatFixed(corrupted, 2)}) to A (${formatFixed(clean, 2)}).`,
    after: (token: string, where: string) =>
      `With “${token}” from A, ${where}, B would go on like this`,
  },
  ablation: {
    unsupported: 'This figure is about models that write: decoders and encoder–decoders.',
    noLine: 'Type a line.',
    tooLong: (count: number, limit: number) =>
      `The line has ${count} tokens: this figure takes lines of up to ${limit}.`,
    measured: 'Whose probability',
    wholeTranslation: 'the whole translation',
    kind: 'Off means',
    kinds: { zero: 'zero', mean: 'mean' },
    taken: {
      zero: 'Off means zero: what the part hands on is 0 at every place.',
      mean: 'Off means the mean: at every place the part hands on its mean over the positions of this line. (Research takes the mean over a data set.)',
    },
    reference: (text: string) =>
      `Off means the mean: at every place the part hands on its mean over the positions of “${text}”.`,
    title: (token: string, read: string) =>
      `What each part is worth for “${token}” after “${read}”`,
    titleIn: (token: string, translation: string) =>
      `What each part is worth for “${token}” in “${translation}”`,
    titleOf: (translation: string) => `What each part is worth for “${translation}”`,
    before: (probability: number) =>
      `Its probability is now ${formatPercent(probability)}. In each cell stands what it is without that part.`,
    beforeWhole: (probability: number, sum: number, count: number) =>
      `A token of it now has a probability of ${formatPercent(probability)} (the geometric mean of ${count}; log-probability ${formatFixed(sum, 2)}). In each cell stands what that is without the part.`,
    head: (head: number) => `head ${head}`,
    mlp: 'feed-forward',
    whole: 'layer',
    row: {
      encoder: (layer: number) => `Encoder ${layer}`,
      decoder: (layer: number) => `Decoder ${layer}`,
      cross: (layer: number) => `Cross ${layer}`,
    },
    part: {
      head: (layer: number, head: number) => `head ${head} of layer ${layer}`,
      mlp: (layer: number) => `the feed-forward of layer ${layer}`,
      layer: (layer: number) => `all of layer ${layer}`,
    },
    stacks: { encoder: 'encoder', decoder: 'decoder', cross: 'cross-attention' },
    partOf: (part: string, stack: string) => `${part} (${stack})`,
    cell: (part: string, probability: number) => `without ${part}: ${formatPercent(probability)}`,
    said: (part: string, now: number, before: number, other: string | null) =>
      `Without ${part}: ${formatPercent(now)} instead of ${formatPercent(before)}${other === null ? '' : `, and “${other}” comes first`}.`,
    most: 'Where it changes most',
    asItIs: 'The line across a bar: as it is now.',
    scale: 'change, in percentage points',
    changed: (count: number, parts: number) =>
      count === 0
        ? `Whichever of these ${parts} parts is off, the same token comes first.`
        : `Without ${count} of these ${parts} parts, one at a time, another token comes first.`,
  },
  circuit: {
    postNorm:
      'This model normalises after each sum (post-norm): what its heads read was normalised together with what layers before had added, so an embedding alone says nothing of it.',
    which: 'Which circuit',
    kinds: { qk: 'QK: looks at', ov: 'OV: passes on' },
    who: 'Which token is attended to',
    head: 'Head',
    positions: 'with positions',
    qk: (layer: number, head: number) =>
      `QK circuit of head ${head} of layer ${layer}: the score that each row’s token gives to each column’s`,
    ov: (layer: number, head: number, token: string) =>
      `OV circuit of head ${head} of layer ${layer}: what it passes on of “${token}”`,
    reads: (hasPositions: boolean, layer: number, hasNorm: boolean) =>
      `From weights alone: each token’s embedding, ${hasPositions ? 'with' : 'without'} its position, ${hasNorm ? `is normalised as before layer ${layer} (its own mean and deviation, the learned gain; no bias anywhere)` : 'is taken as it is, for this model has no norm (and no bias is added anywhere)'}.`,
    then: {
      qk: (): string =>
        'Then x_q · W_Q · W_Kᵀ · x_k ÷ √d_head. The causal mask hides what is hatched: those scores never count.',
      ov: (hasNorm: boolean): string =>
        hasNorm
          ? 'Then x · W_V · W_O, the last norm’s mean and gain, and the output table. The last norm’s deviation is not divided by: order and proportions count, not the size.'
          : 'Then x · W_V · W_O and the output table.',
    },
    later: 'A head of a later layer reads more than that: what the layers before have added.',
    cut: (count: number) => `Only the last ${count} tokens of the line are shown.`,
    raised: 'Raised most',
    lowered: 'Lowered most',
    itself: (token: string, value: number, rank: number, vocabulary: number) =>
      `“${token}” itself is given ${formatFixed(value, 2)}: place ${formatCount(rank)} of ${formatCount(vocabulary)}.`,
  },
  attribution: {
    postNorm:
      'This model normalises after each sum (post-norm): what a part adds is scaled again by every later norm, so its logits do not split into parts like this.',
    against: 'less that of',
    nobody: '(none)',
    difference: (token: string, other: string, read: string) =>
      `The logit of “${token}” less that of “${other}” after “${read}”`,
    part: (name: string, share: number) => `${name} (${formatFixed(share, 2)})`,
    most: (parts: readonly string[]) => `Most comes from ${parts.join('; ')}.`,
    least: (part: string) => ` Most is taken away by ${part}.`,
    embed: 'the embedding',
    position: 'the position',
    attention: (layer: number) => `attention, layer ${layer}`,
    feedForward: (layer: number) => `feed-forward, layer ${layer}`,
    outputBias: 'bias of W_O',
    normBias: 'bias of the last norm',
    sum: 'sum',
    engine: 'the logit, as the model computed it',
    engineDifference: 'the difference, as the model computed it',
    heldWithoutNorm:
      'Where c is what a part adds to the stream and e the token’s row in the output table (less the other token’s, where one is subtracted), its share is c · e.',
    held: 'Where c is what a part adds to the stream and e the token’s row in the output table (less the other token’s, where one is subtracted), its share is ((c − its mean) ÷ deviation × gain) · e. The deviation is the last norm’s in this run: it is held as it was, although without a part it would be another.',
  },
};
