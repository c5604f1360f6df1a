/** Goes through a generation as a page does: at each step the token, and what else might have come. */
export async function drawInto(steps) {
  const output = globalThis.document?.querySelector('output');
  for await (const { token_text, candidates } of steps) {
    const lines = candidates.map(({ text, probability }) => `${text} ${probability}`);
    if (output) output.textContent = [token_text, ...lines].join('\n');
  }
}
