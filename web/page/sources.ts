/** What is not ours and stands in the page: papers, articles and software, each under the name that its authors gave it. */
import { html, type TemplateResult } from 'lit';
import type { ChapterId } from './chapter-order.ts';

export interface Source {
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  readonly href: string;
}

/** In the order in which the story comes to them. */
export const kPapers = {
  transformer: {
    authors: 'Vaswani et al.',
    year: 2017,
    title: 'Attention Is All You Need',
    href: 'https://arxiv.org/abs/1706.03762',
  },
  gpt2: {
    authors: 'Radford et al.',
    year: 2019,
    title: 'Language Models are Unsupervised Multitask Learners',
    href: 'https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf',
  },
  bytePairs: {
    authors: 'Sennrich et al.',
    year: 2016,
    title: 'Neural Machine Translation of Rare Words with Subword Units',
    href: 'https://arxiv.org/abs/1508.07909',
  },
  residual: {
    authors: 'He et al.',
    year: 2016,
    title: 'Deep Residual Learning for Image Recognition',
    href: 'https://arxiv.org/abs/1512.03385',
  },
  stream: {
    authors: 'Elhage et al.',
    year: 2021,
    title: 'A Mathematical Framework for Transformer Circuits',
    href: 'https://transformer-circuits.pub/2021/framework/index.html',
  },
  lens: {
    authors: 'nostalgebraist',
    year: 2020,
    title: 'interpreting GPT: the logit lens',
    href: 'https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens',
  },
  layerNorm: {
    authors: 'Ba et al.',
    year: 2016,
    title: 'Layer Normalization',
    href: 'https://arxiv.org/abs/1607.06450',
  },
  gelu: {
    authors: 'Hendrycks and Gimpel',
    year: 2016,
    title: 'Gaussian Error Linear Units (GELUs)',
    href: 'https://arxiv.org/abs/1606.08415',
  },
  neurons: {
    authors: 'Geva et al.',
    year: 2021,
    title: 'Transformer Feed-Forward Layers Are Key-Value Memories',
    href: 'https://arxiv.org/abs/2012.14913',
  },
  tied: {
    authors: 'Press and Wolf',
    year: 2017,
    title: 'Using the Output Embedding to Improve Language Models',
    href: 'https://arxiv.org/abs/1608.05859',
  },
  topK: {
    authors: 'Fan et al.',
    year: 2018,
    title: 'Hierarchical Neural Story Generation',
    href: 'https://arxiv.org/abs/1805.04833',
  },
  topP: {
    authors: 'Holtzman et al.',
    year: 2020,
    title: 'The Curious Case of Neural Text Degeneration',
    href: 'https://arxiv.org/abs/1904.09751',
  },
  lengthPenalty: {
    authors: 'Wu et al.',
    year: 2016,
    title: 'Google’s Neural Machine Translation System',
    href: 'https://arxiv.org/abs/1609.08144',
  },
  adamw: {
    authors: 'Loshchilov and Hutter',
    year: 2019,
    title: 'Decoupled Weight Decay Regularization',
    href: 'https://arxiv.org/abs/1711.05101',
  },
  heads: {
    authors: 'Michel et al.',
    year: 2019,
    title: 'Are Sixteen Heads Really Better than One?',
    href: 'https://arxiv.org/abs/1905.10650',
  },
  patching: {
    authors: 'Meng et al.',
    year: 2022,
    title: 'Locating and Editing Factual Associations in GPT',
    href: 'https://arxiv.org/abs/2202.05262',
  },
  attribution: {
    authors: 'Wang et al.',
    year: 2022,
    title:
      'Interpretability in the Wild: a Circuit for Indirect Object Identification in GPT-2 small',
    href: 'https://arxiv.org/abs/2211.00593',
  },
  preNorm: {
    authors: 'Xiong et al.',
    year: 2020,
    title: 'On Layer Normalization in the Transformer Architecture',
    href: 'https://arxiv.org/abs/2002.04745',
  },
} as const satisfies Record<string, Source>;

/** Whose ideas a chapter tells, by its id. */
export const kPapersOf: Readonly<Partial<Record<ChapterId, readonly (keyof typeof kPapers)[]>>> = {
  tokens: ['bytePairs'],
  vectors: ['transformer'],
  looking: ['transformer'],
  layers: ['residual', 'stream', 'lens', 'layerNorm', 'gelu', 'neurons', 'tied'],
  next: ['topK', 'topP'],
  writing: ['gpt2', 'lengthPenalty'],
  translating: ['transformer'],
  learning: ['adamw'],
  'what-if': ['heads'],
  study: ['patching', 'attribution', 'stream', 'preNorm'],
};

/** What the worked examples are taken from. */
export const kArticles = {
  seeded: {
    authors: 'Sebastian Raschka',
    year: 2023,
    title:
      'Understanding and Coding the Self-Attention Mechanism of Large Language Models From Scratch',
    href: 'https://sebastianraschka.com/blog/2023/self-attention-from-scratch.html',
  },
  threeInputs: {
    authors: 'Raimi Karim',
    year: 2019,
    title: 'Illustrated: Self-Attention',
    href: 'https://towardsdatascience.com/illustrated-self-attention-2d627e33b20a',
  },
  handmade: {
    authors: 'Theia Vogel',
    year: 2023,
    title: 'I made a transformer by hand (no training!)',
    href: 'https://vgel.me/posts/handmade-transformer/',
  },
  beam: {
    authors: 'Zhang et al.',
    year: 2023,
    title: 'Dive into Deep Learning',
    href: 'https://d2l.ai/chapter_recurrent-modern/beam-search.html',
  },
} as const satisfies Record<string, Source>;

/** Of the texts in a language: how they name a source. */
interface SourceWords {
  readonly language: string;
  readonly sources: { named(authors: string, year: number): unknown };
}

/** Authors and year, as a link. */
export function shortly(
  { authors, year, title, href }: Source,
  { language, sources }: SourceWords,
): TemplateResult {
  return html`<a href=${href} title=${title} lang="en"
    ><span lang=${language}>${sources.named(authors, year)}</span></a
  >`;
}

/** Its title, as a link. */
export function titleOf({ title, href }: Source): TemplateResult {
  return html`<a href=${href} lang="en">${title}</a>`;
}
