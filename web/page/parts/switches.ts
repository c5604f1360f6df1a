import { html, nothing, type TemplateResult } from 'lit';
import { languageNames, languages } from '../i18n/texts.ts';
import type { PageLanguage } from '../language.ts';
import type { PageLink } from '../page-link.ts';
import type { PageTheme } from '../theme.ts';
import { themeIcon } from './theme-icon.ts';

/** The switches of the live page: another language keeps all that the reader did. */
export function switches(language: PageLanguage, theme: PageTheme, link: PageLink): TemplateResult {
  const texts = language.texts.value;
  const outcome = link.outcome.value;
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
    <button
      class="icon"
      aria-label=${texts.link.copy}
      title=${texts.link.copy}
      @click=${() => void link.copy()}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <g fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round">
          <path d="M8.2 11.8a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.25 3.25 0 0 0-4.6-4.6l-1 1"></path>
          <path d="M11.8 8.2a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.25 3.25 0 0 0 4.6 4.6l1-1"></path>
        </g>
      </svg>
    </button>
    <span class="said" role="status">${outcome === null ? nothing : texts.link[outcome]}</span>
    <button class="icon" aria-label=${themeName} title=${themeName} @click=${() => theme.toggle()}>
      ${themeIcon}
    </button>`;
}
