import { html, type TemplateResult } from 'lit';
import { languageNames, languages } from '../i18n/texts.ts';
import type { PageLanguage } from '../language.ts';
import type { PageTheme } from '../theme.ts';

/** The switches of the live page: another language keeps all that the reader did. */
export function switches(language: PageLanguage, theme: PageTheme): TemplateResult {
  const texts = language.texts.value;
  const themeName = theme.isDark.value ? texts.theme.toLight : texts.theme.toDark;
  return html`${languages.map(
      (each) =>
        html`<button
          lang=${each}
          aria-pressed=${each === language.name.value}
          @click=${() => language.choose(each)}
        >
          ${languageNames.get(each)}
        </button>`,
    )}
    <button class="theme" aria-label=${themeName} title=${themeName} @click=${() => theme.toggle()}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle
          cx="10"
          cy="10"
          r="7.25"
          fill="none"
          stroke="currentColor"
          stroke-width="1.5"
        ></circle>
        <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor"></path>
      </svg>
    </button>`;
}
