/** Figures of an author's own numbers, which need no model and no text. */
import { attention } from '../../src/elements/i18n/en/attention.ts';
import { reading } from '../../src/elements/i18n/en/reading.ts';
import { attention as attentionZh } from '../../src/elements/i18n/zh-CN/attention.ts';
import { reading as readingZh } from '../../src/elements/i18n/zh-CN/reading.ts';
import { WrongUse } from '../wrong-use.mjs';
import { checkWithin, hooksIn } from './places.mjs';

const words = { en: { ...reading, ...attention }, zh: { ...readingZh, ...attentionZh } };
/** The attributes that numbers of one's own are in. */
const kNumbers = { 'glass-attention': 'pattern', 'glass-matrix': 'values' };
const kOfModel = ['model', 'text', 'layer'];

/** The name of the attribute that the figure's numbers are in; undefined where they come from a model. */
export const ownNumbers = (figure, attributes) =>
  hooksIn(attributes).length === 0 && attributes.has(kNumbers[figure])
    ? kNumbers[figure]
    : undefined;

/** What is a model's is refused beside them; `--head` is one of theirs. */
export function checkOwnNumbers(name, attributes, values) {
  for (const option of kOfModel)
    if (values[option] !== undefined)
      throw new WrongUse(
        `--${option} and --set ${name} are both given, expected one of them: numbers of your own need no model`,
      );
  const heads = matricesIn(attributes.get(name)).length;
  checkWithin('--head', values.head, 0, heads, name);
  checkWithin('--set head', attributes.get('head'), 0, heads, name);
}

/** What their page is called, in the words of their figure. */
export function titleOfNumbers(name, attributes, lang) {
  const [[first, ...others]] = matricesIn(attributes.get(name));
  const { attentionCaption, numbersIn } = words[lang];
  const caption = name === 'pattern' ? attentionCaption : numbersIn;
  return attributes.get('caption') || caption(1 + others.length, first.length);
}

/** A matrix for each head. */
function matricesIn(json) {
  const numbers = JSON.parse(json);
  return Array.isArray(numbers[0][0]) ? numbers : [numbers];
}
