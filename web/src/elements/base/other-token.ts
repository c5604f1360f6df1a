/** A field for a token that no list of likely ones offers: the reader writes it, and the model's own tokenizer reads it. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Model } from '../../index.ts';
import type { Token } from '../../shared/run-types.ts';
import { unknownIn } from '../../view/label.ts';
import { type Problem, problemOf, problemSentence } from '../i18n/problem.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Study } from '../i18n/subjects/study.ts';
import type { GlassElement } from './glass-element.ts';
import { nameWithBlank } from './token-name.ts';

type Words = Common & Study;
type Why = (words: Words) => Problem;

export const otherTokenStyles = css`
  .other {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
    color: var(--gf-soft);
  }
  .other input {
    width: 7em;
    color: var(--gf-ink);
  }
  .other [role='alert'] {
    color: var(--gf-bad);
    overflow-wrap: anywhere;
  }
`;

export interface OtherTokenOptions {
  /** Of the control that chooses among the likely ones. */
  readonly name: string;
  /** Called with the token's id, which is of this model's list. */
  take(id: number, model: Model): void;
}

export class OtherToken {
  readonly #host: { requestUpdate(): void };
  readonly #options: OtherTokenOptions;
  /** Why what stands in the field is not taken. */
  #wrong: { readonly model: Model; readonly why: Why } | null = null;

  constructor(host: { requestUpdate(): void }, options: OtherTokenOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** @param label of the choice among the likely ones */
  render(model: Model, label: string, words: Words): TemplateResult {
    const why = this.#wrong?.model === model ? this.#wrong.why : null;
    const { otherToken, orItsId } = words.study;
    return html`<span class="other" data-control=${this.#options.name}
      ><label
        >${otherToken}
        <input
          type="text"
          maxlength="40"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder=${orItsId}
          aria-label=${words.labelled(label, otherToken)}
          aria-invalid=${why !== null}
          @change=${({ target }: Event) => void this.#read(target as HTMLInputElement, model)}
      /></label>
      ${why === null ? nothing : html`<span role="alert">${problemSentence(why(words), words)}</span>`}</span
    >`;
  }

  async #read(field: HTMLInputElement, model: Model): Promise<void> {
    const text = field.value;
    let id: number | null = null;
    let why: Why | null = null;
    try {
      const found = text.trim() === '' ? null : await tokensOf(model, text);
      const last = model.config.resolved.vocab_size - 1;
      if (typeof found === 'number' && found > last)
        why = (words) => words.study.noSuchId(text, last);
      else if (typeof found === 'number') id = found;
      else if (found !== null) why = (words) => whyNot(model, text, found, words);
    } catch (error) {
      why = () => problemOf(error);
    }
    if (field.value !== text) return;
    this.#wrong = why && { model, why };
    if (id !== null) {
      field.value = '';
      this.#options.take(id, model);
    }
    this.#host.requestUpdate();
  }
}

/** One that sets its host's `token`. */
export class ChosenToken extends OtherToken {
  readonly #host: GlassElement & { token: number | null };
  #taken: { readonly model: Model; readonly id: number } | null = null;

  constructor(host: GlassElement & { token: number | null }) {
    super(host, {
      name: 'candidate',
      take: (id, model) => {
        this.#taken = { model, id };
        host.choose('token', id);
        // What is chosen of the list gives way, also where the property has been this token before.
        host.requestUpdate('token', null);
      },
    });
    this.#host = host;
  }

  /** Before an update: lets go of the token that the reader has asked another model for, in whose list its id is another token's. */
  letGoOfAnother(model: Model | null): void {
    const taken = this.#taken;
    if (model !== null && taken?.id === this.#host.token && taken?.model !== model)
      this.#host.letGoChoice('token');
  }
}

/**
 * The id of the token that the text is, or that it names (which may be too large), or else its tokens. A word is one that follows others: it is read with the blank before it
 * where that is one token.
 */
async function tokensOf(model: Model, text: string): Promise<number | readonly Token[]> {
  if (/^#\d+$/.test(text)) return Number(text.slice(1));
  const one = (tokens: readonly Token[], of: string) =>
    tokens.length === 1 && unknownIn(of, tokens).length === 0 ? (tokens[0] as Token).id : null;
  const after = ` ${text}`;
  const isWord = /^[\p{L}\p{N}]/u.test(text);
  // A list of letters may have no blank.
  const spaced = isWord ? await model.tokenizer.encode(after).catch(() => []) : [];
  const plain = async () => {
    const tokens = await model.tokenizer.encode(text);
    return one(tokens, text) ?? tokens;
  };
  return one(spaced, after) ?? plain();
}

function whyNot(model: Model, text: string, tokens: readonly Token[], words: Words): string {
  const unknown = unknownIn(text, tokens);
  // Where one ends and the next begins is the point: of which of them a blank is, too.
  const names = tokens.map((token) => nameWithBlank(model, words, token));
  return unknown.length > 0 ? words.unknown(unknown) : words.study.notOne(text, names);
}
