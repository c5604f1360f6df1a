/** What the chapters before show, with a model of the reader's own: what is closed is neither fetched nor computed. */
import { signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { ResolvedConfig } from 'glassformer';
import { wordsFor } from 'glassformer/elements/functions';
import { type ChapterId, chapterIds } from '../../chapter-order.ts';
import type { Texts } from '../../i18n/texts.ts';
import { LaterElements } from '../../later-elements.ts';
import type { Opened } from './opened-model.ts';

/** What is looked at. */
interface Shown {
  readonly config: ResolvedConfig;
  /** What the figures read at first. */
  readonly text: string;
}

interface Part {
  readonly id: ChapterId;
  title(texts: Texts): string;
  load(): Promise<unknown>;
  /** Those that suit the model, each below its heading, or below that of the one before. */
  figures(texts: Texts, of: Shown): readonly (readonly [string, TemplateResult])[];
}

const writes = ({ architecture }: ResolvedConfig) => architecture === 'decoder';
/** Its run is that of `<glass-translate>`: the figures of other runs read its encoder, or cannot show it. */
const translates = ({ architecture }: ResolvedConfig) => architecture === 'encoder-decoder';
/** Of a post-norm model the stream is no sum of what its parts wrote. */
const hasStream = (config: ResolvedConfig) => writes(config) && config.norm !== 'post';

/** Sentences of unequal length that the model can read: a text and about half of it. */
function unequal(text: string): readonly [string, string] {
  const characters = [...text];
  const half = characters.slice(0, Math.ceil(characters.length / 2)).join('');
  return [text, half.replace(/(?<=\S)\s+\S*$/, '')];
}

/** `figures` where the model has what they show. */
const where = <T>(suits: boolean, ...figures: readonly T[]): readonly T[] => (suits ? figures : []);

const parts: readonly Part[] = [
  {
    id: 'vectors',
    title: (texts) => texts.vectors.title,
    load: () => import('../../elements/vectors.ts'),
    figures: ({ vectors }, { config }) => [
      ...where(!translates(config), [
        vectors.title,
        html`<glass-embeddings legend></glass-embeddings>`,
      ] as const),
      [vectors.map, html`<glass-map></glass-map>`],
      ...where(config.positions !== 'none', [
        vectors.positions,
        html`<glass-positions></glass-positions>`,
      ] as const),
    ],
  },
  {
    id: 'looking',
    title: (texts) => texts.looking.title,
    load: () => import('../../elements/looking.ts'),
    figures: ({ looking }, { config, text }) => [
      ...where(!translates(config), [
        looking.steps,
        html`<glass-attention-steps query="-1"></glass-attention-steps>`,
      ] as const),
      [looking.join, html`<glass-join></glass-join>`],
      ...where(translates(config), [
        looking.padding,
        html`<glass-padding texts=${JSON.stringify(unequal(text))}></glass-padding>`,
      ] as const),
    ],
  },
  {
    id: 'layers',
    title: (texts) => texts.layers.title,
    load: () => import('../../elements/layers.ts'),
    figures: ({ layers }, { config }) => [
      ...where(config.norm !== 'none', [layers.norm, html`<glass-norm></glass-norm>`] as const),
      ...where(config.d_ff > 0, [
        layers.feedForward,
        html`<glass-feed-forward></glass-feed-forward>`,
      ] as const),
      ...where(writes(config), [layers.output, html`<glass-logits></glass-logits>`] as const),
    ],
  },
  {
    id: 'study',
    title: (texts) => texts.study.title,
    load: () => import('../../elements/study.ts'),
    figures: ({ study }, { config, text }) => [
      ...where(writes(config), [
        study.patch,
        html`<glass-patch .clean=${text} corrupted=""></glass-patch>`,
      ] as const),
      ...where(writes(config) || translates(config), [
        study.ablation,
        html`<glass-ablation></glass-ablation>`,
      ] as const),
      ...where(
        hasStream(config),
        [study.attribution, html`<glass-attribution></glass-attribution>`] as const,
        [study.circuit, html`<glass-circuit kind="qk"></glass-circuit>`] as const,
        ['', html`<glass-circuit kind="ov"></glass-circuit>`] as const,
      ),
    ],
  },
];

/** Which of them the reader has unfolded. */
export class ChapterFigures {
  readonly #open = signal<ReadonlySet<ChapterId>>(new Set());
  readonly #later = new LaterElements();

  view({ model, text }: Pick<Opened, 'model' | 'text'>, texts: Texts): TemplateResult {
    const of = { config: model.config.resolved, text };
    return html`${parts.map((part) => {
      const figures = part.figures(texts, of);
      return figures.length === 0 ? nothing : this.#part(part, figures, texts);
    })}`;
  }

  #part(part: Part, figures: ReturnType<Part['figures']>, texts: Texts): TemplateResult {
    const number = chapterIds.indexOf(part.id) + 1;
    const isOpen = this.#open.value.has(part.id);
    return html`<details
      class="worked"
      ?open=${isOpen}
      @toggle=${({ target }: Event) => this.#toggled(part, target)}
    >
      <summary>
        ${wordsFor(texts.language).labelled(texts.chapter(number), part.title(texts))}
      </summary>
      ${isOpen ? this.#unfolded(part, figures, texts) : nothing}
    </details>`;
  }

  #unfolded({ id }: Part, figures: ReturnType<Part['figures']>, texts: Texts): unknown {
    if (this.#later.coming.value.has(id)) return html`<p role="status">${texts.coming}</p>`;
    if (this.#later.failed.value.has(id))
      return html`<p class="problem" role="alert">${texts.noElements}</p>`;
    return figures.map(
      ([title, figure]) =>
        html`${title === '' ? nothing : html`<h3>${title}</h3>`}
          <figure><glass-save>${figure}</glass-save></figure>`,
    );
  }

  #toggled(part: Part, target: EventTarget | null): void {
    if (!(target instanceof HTMLDetailsElement)) return;
    const open = new Set(this.#open.peek());
    if (target.open) open.add(part.id);
    else open.delete(part.id);
    // First, so that nothing is rendered before its elements are on their way.
    if (target.open) void this.#later.fetch(part);
    this.#open.value = open;
  }
}
