// The models that come with the package: what a reader waits for.
import { countingSpeed, during, millisecondsOf, warmUp } from './clock.js';
import { drawInto } from './draw.js';

const count = 48;
const story = 'Once upon a time there was a little dog and a cat.';
const works = {
  stories: { text: story, max_new_tokens: count },
  'stories-large': { text: story, max_new_tokens: count },
  zh: { text: '今天天气很好', max_new_tokens: count },
  tang: { text: '床前明月光', max_new_tokens: count },
  'en-zh': { text: 'I like to drink tea in the morning.', max_new_tokens: 12 },
  'zh-en': { text: '我喜欢早上喝茶。', max_new_tokens: 12 },
};

/** `wanted`: { model, dtype, base, library, warmup, seconds, least }. Rates are tokens a second, the others ms. */
export async function openShipped({ model: name, dtype, base, library, warmup, seconds, least }) {
  const start = performance.now();
  const { loadModel } = await import(new URL(library, base).href);
  const model = await loadModel(name, { dtype });
  const load = performance.now() - start;
  const work = worksOf(model, works[name]);
  const samples = Object.fromEntries(Object.keys(work).map((each) => [each, []]));
  const all = async (take) => {
    for (const [each, measure] of Object.entries(work)) take(each, await measure());
  };
  await warmUp(warmup, () => all(() => {}));
  await during(seconds, least, () => all((each, value) => samples[each].push(value)));
  await model.close();
  return { load, samples, counting: countingSpeed() };
}

function worksOf(model, { text, max_new_tokens }) {
  const isTranslator = model.hasSourceTokenizer;
  const options = { max_new_tokens, eos_token_id: [] };
  const result = (more) => model.generate(text, { ...options, ...more }).result();
  const forward = () => model.forward(text, { capture: ['blocks.*.attn.pattern'] });
  const rateOf = async (work) => (1000 * max_new_tokens) / (await millisecondsOf(work));
  return {
    ...(!isTranslator && { forward: () => millisecondsOf(forward) }),
    generated: () => rateOf(() => result()),
    drawn: () => rateOf(() => drawInto(model.generate(text, options))),
    beams: () => millisecondsOf(() => result({ num_beams: 4 })),
  };
}
