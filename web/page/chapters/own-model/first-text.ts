/** What the figures of a model of the reader's own read at first. */
import type { Model } from 'glassformer';

interface Texts {
  /** Of its golden.json, where it has one. */
  readonly golden: string | undefined;
  /** The reader's line on the page. */
  readonly line: string;
}

/** The text of its golden.json, else the reader's line; none where it can read neither. */
export async function firstText(model: Model, { golden, line }: Texts): Promise<string> {
  const isEncoderDecoder = model.config.resolved.architecture === 'encoder-decoder';
  const tokenizer = isEncoderDecoder ? model.sourceTokenizer : model.tokenizer;
  for (const text of [textIn(golden, isEncoderDecoder), line]) {
    if (text === '') continue;
    const isRead = await tokenizer.encode(text).then(
      (tokens) => tokens.length > 0,
      () => false,
    );
    if (isRead) return text;
  }
  return '';
}

/** What is wrong with the file is said where the model is compared with it. */
function textIn(golden: string | undefined, isEncoderDecoder: boolean): string {
  try {
    const { input } = JSON.parse(golden ?? '') as { input: Record<string, unknown> };
    const text = input[isEncoderDecoder ? 'source' : 'text'];
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
