/** A dialog with the tag of what figures show, alive beside it, for an author's post. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { GlassElement } from '../base/glass-element.ts';
import { palette } from '../base/palette.ts';
import { post } from '../i18n/subjects/post.ts';
import { languageOf } from '../base/locale.ts';
import { postStyles } from './post.styles.ts';
// The preview may be the first one of its page.
import '../glass-model/glass-model.ts';
import { areKnown, haveCome, modelsIn } from './models.ts';
import { elementOf, folderOf, markupOf, tagOf } from './tag.ts';

/** What there is to copy. */
type Field = 'tag' | 'script';

/** The style sheet keeps the figures' room until they come, so that the text around them does not move. */
const kHead = `<link rel="stylesheet" href="glassformer/placeholder.css" />
<script type="module" src="glassformer/auto.js"></script>`;

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
  const fieldOf = (name: Field) =>
    root.querySelector<HTMLTextAreaElement>(`textarea[name=${name}]`);
  const draw = (content: TemplateResult): void => {
    render(
      html`<dialog aria-labelledby="title" @close=${() => host.remove()} @click=${closeFromBeside}>
        <form method="dialog">
          <h2 id="title">${words.title}</h2>
          <button>${words.close}</button>
        </form>
        ${content}
      </dialog>`,
      root,
    );
  };
  const models = modelsIn(save);
  const canBePage = areKnown(models) && haveCome(models);
  if ('lacking' in written) draw(html`<p>${words.lacking(canBePage)}</p>`);
  else if ('notHeld' in written) draw(html`<p>${words.notHeld(written.notHeld, canBePage)}</p>`);
  else {
    const folder = folderOf(written.tag);
    const markup = markupOf(written.tag);
    const preview = elementOf(written.tag);
    /** `asked` is the field that was last copied, `said` how that went. */
    const drawTag = (asked: Field | null = null, said = ''): void => {
      const copied = (name: Field, text: string, label: string): TemplateResult =>
        html`<textarea
            readonly
            ?autofocus=${name === 'tag'}
            name=${name}
            rows="1"
            aria-label=${label}
            .value=${text}
          ></textarea>
          <p class="bar">
            <button aria-label=${words.copyOf(label)} @click=${() => void copy(name, text)}>
              ${words.copy}
            </button>
            <span role="status">${asked === name ? said : nothing}</span>
          </p>`;
      draw(
        html`<p>${words.text}</p>
          ${folder === undefined ? nothing : html`<p>${words.folder(folder)}</p>`}
          ${copied('tag', markup, words.tag)}
          <p>${words.script}</p>
          ${copied('script', kHead, words.scriptTag)}
          <h3>${words.preview}</h3>
          <div class="preview">${preview}</div>`,
      );
    };
    const copy = async (name: Field, text: string): Promise<void> => {
      try {
        await navigator.clipboard.writeText(text);
        drawTag(name, words.copied);
      } catch {
        fieldOf(name)?.select();
        drawTag(name, words.copyFailed);
      }
    };
    drawTag();
  }
  document.body.append(host);
  // The dialog focuses that field, which then shows its caret: at the end, where its value has put it.
  fieldOf('tag')?.setSelectionRange(0, 0);
  root.querySelector('dialog')?.showModal();
  // How many lines a text takes is known once it is laid out.
  for (const field of root.querySelectorAll('textarea'))
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** What lies around a dialog is the dialog itself, for the pointer. */
function closeFromBeside({ target, currentTarget, clientX, clientY }: MouseEvent): void {
  const dialog = currentTarget as HTMLDialogElement;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  if (target === dialog && !isInside) dialog.close();
}
