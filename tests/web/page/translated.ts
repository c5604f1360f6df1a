/** What the translators make of the page's sentences, for the tests of two chapters. */
import type { Ablation } from 'glassformer';
import { translatorOf } from '../../../web/page/source.ts';
import { modelOf } from './said.ts';

export const translated = async (
  text: string,
  num_beams: number,
  ablate: readonly Ablation[] = [],
) => modelOf(translatorOf(text)).generate(text, { max_new_tokens: 64, num_beams, ablate }).result();

/** Read by people: each of them is right. */
export const kRight: Readonly<Record<string, readonly [greedy: string, beam: string]>> = {
  'The moon is very bright tonight.': ['今晚月亮很明亮。', '今晚月亮很明亮。'],
  'If it rains tomorrow, we will stay at home.': [
    '如果明天下雨，我们就会待在家里。',
    '如果明天下雨，我们就会待在家里。',
  ],
  'It is not easy to learn a foreign language.': ['学外语不容易。', '学外语并不容易。'],
  '我是一个学生。': ["I'm a student.", "I'm a student."],
  '今天天气很好。': ["It's fine today.", 'The weather is very nice today.'],
};
