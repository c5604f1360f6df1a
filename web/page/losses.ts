/** How well the trained models do. */
import { translators, type TranslatorName } from './source.ts';
import { type Writer, writers } from './writers.ts';

/** The loss on text that was held out from training, in nats per token: the least in the model's log. */
export const kHeldOutLosses: Readonly<Record<Writer | TranslatorName, number>> = {
  stories: 1.777,
  'stories-large': 1.7442,
  zh: 3.2482,
  tang: 4.0231,
  'en-zh': 1.6727,
  'zh-en': 1.8335,
};

/** What each of them is called in the line below its figures. */
export function withLosses(
  names: Readonly<Record<Writer | TranslatorName, string>>,
  say: (name: string, loss: string) => string,
): Record<Writer | TranslatorName, string> {
  const said = [...writers, ...translators].map((model) => [
    model,
    say(names[model], kHeldOutLosses[model].toFixed(2)),
  ]);
  return Object.fromEntries(said) as Record<Writer | TranslatorName, string>;
}
