// How well a decoder predicts texts: the cross-entropy of every token.

/** −ln p of `target` in the logits of one place. */
export function surprise(logits, target) {
  let highest = -Infinity;
  for (const logit of logits) if (logit > highest) highest = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - highest);
  return highest + Math.log(sum) - logits[target];
}

/**
 * { perToken, bitsPerByte, bitsPerCharacter } over documents, each from the token it begins with to
 * the one it ends with; one longer than the context is read in pieces of it, as the trainer does.
 */
export async function likelihood(model, documents) {
  const { config, tokenizer } = model;
  const context = config.resolved.max_positions || Infinity;
  let sum = 0;
  const counts = { tokens: 0, bytes: 0, characters: 0 };
  for (const document of documents) {
    const tokens = await tokenizer.encode(document);
    const ids = [config.bos_token_id, ...tokens.map(({ id }) => id), config.eos_token_id];
    for (let begin = 0; begin + 1 < ids.length; begin += context) {
      const input = ids.slice(begin, Math.min(begin + context, ids.length - 1));
      const { logits } = (await model.forward(input, { capture: ['logits'] })).activations;
      const size = logits.shape[1];
      input.forEach((_, i) => {
        sum += surprise(logits.data.subarray(i * size, (i + 1) * size), ids[begin + i + 1]);
      });
      counts.tokens += input.length;
    }
    counts.bytes += Buffer.byteLength(document);
    counts.characters += [...document].length;
  }
  return {
    perToken: sum / counts.tokens,
    bitsPerByte: sum / Math.LN2 / counts.bytes,
    bitsPerCharacter: sum / Math.LN2 / counts.characters,
  };
}
