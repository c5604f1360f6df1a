/** The fold-out with the JavaScript that computes what a figure shows, to be copied. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Recipes } from '../i18n/subjects/recipes.ts';

export class RecipeView {
  readonly #host: { requestUpdate(): void };
  /** What was copied last, and whether the browser allowed it. */
  #copied: { readonly recipe: string; readonly isThere: boolean } | null = null;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  /** Nothing where there is no recipe. */
  render({ recipe: words }: Recipes, recipe: string | null): TemplateResult | typeof nothing {
    if (recipe === null) return nothing;
    const copied = this.#copied?.recipe === recipe ? this.#copied : null;
    return html`<details class="recipe" data-control>
      <summary>${words.summary}</summary>
      <pre
        tabindex="0"
        role="group"
        lang="en"
        dir="ltr"
        aria-label=${words.summary}
      ><code>${recipe}</code></pre>
      <button @click=${() => void this.#copy(recipe)}>${words.copy}</button>
      <span role="status"
        >${copied === null ? nothing : copied.isThere ? words.copied : words.failed}</span
      >
    </details>`;
  }

  async #copy(recipe: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(recipe);
      this.#copied = { recipe, isThere: true };
    } catch {
      // A page that is not served safely, or a reader who does not allow it, has no clipboard.
      this.#copied = { recipe, isThere: false };
    }
    this.#host.requestUpdate();
  }
}

export const recipeStyles = css`
  .recipe {
    margin-top: 0.9rem;
    color: var(--gf-soft);
  }
  .recipe summary {
    width: max-content;
    min-height: 1.5rem;
    cursor: pointer;
  }
  .recipe pre {
    margin: 0.4rem 0;
    padding: 0.7rem 0.9rem;
    border-radius: 8px;
    background: var(--gf-wash);
    color: var(--gf-ink);
    font-family: var(--gf-mono);
    font-size: 0.92em;
    line-height: 1.5;
    overflow-x: auto;
  }
  @media (pointer: coarse) {
    .recipe summary {
      min-height: 44px;
      line-height: 44px;
    }
  }
`;
