/** A dialog with the tag of what figures show, alive beside it, for an author's post. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { GlassElement } from '../base/glass-element.ts';
import { palette } from '../base/palette.ts';
import { post } from '../i18n/subjects/post.ts';
import { languageOf } from '../base/locale.ts';
import { postStyles } from './post.styles.ts';
import { elementOf, markupOf, tagOf } from './tag.ts';

const kScript = '<script type="module" src="glassformer/auto.js"></script>';

/**
 * It stands at the end of the page and not inside the figure: what its live figure tells is no news of the figures around.
 */
export function showTag(save: GlassElement): void {
  const language = languageOf(save);
  const words = post.in(language).post;
  const written = tagOf(save);
  const host = document.createElement('div');
  host.lang = language;
  host.style.colorScheme = getComputedStyle(save).colorScheme;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [palette, postStyles].flatMap(({ styleSheet }) => styleSheet ?? []);
  const draw = (content: TemplateResult): void => {
    render(
      html`<dialog aria-labelledby="title" @close=${() => host.remove()}>
        <h2 id="title">${words.title}</h2>
        ${content}
        <form method="dialog"><button>${words.close}</button></form>
      </dialog>`,
      root,
    );
  };
  if ('lacking' in written) draw(html`<p>${words.lacking(written.lacking.join(', '))}</p>`);
  else if ('notHeld' in written) draw(html`<p>${words.notHeld(written.notHeld)}</p>`);
  else {
    const markup = markupOf(written.tag);
    const preview = elementOf(written.tag);
    const drawTag = (said: string): void =>
      draw(
        html`<p>${words.text}</p>
          <textarea
            readonly
            aria-label=${words.tag}
            rows=${markup.split('\n').length + 1}
            .value=${markup}
          ></textarea>
          <p class="bar">
            <button @click=${() => void copy()}>${words.copy}</button>
            <span role="status">${said || nothing}</span>
          </p>
          <p>${words.script} <code>${kScript}</code></p>
          <h3>${words.preview}</h3>
          <div class="preview">${preview}</div>`,
      );
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(markup);
        drawTag(words.copied);
      } catch {
        root.querySelector('textarea')?.select();
        drawTag(words.copyFailed);
      }
    };
    drawTag('');
  }
  document.body.append(host);
  // The dialog focuses the field, which then shows its caret: at the end, where its value has put it.
  root.querySelector('textarea')?.setSelectionRange(0, 0);
  root.querySelector('dialog')?.showModal();
}
