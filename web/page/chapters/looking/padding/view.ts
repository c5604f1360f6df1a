/** Padding as the chapter shows it. */
import { html, type TemplateResult } from 'lit';
import type { GlassEvents, GlassPadding, HeadPlace } from 'glassformer/elements';
import { wordsFor } from 'glassformer/elements/functions';
import type { Shared } from '../../../chapter.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { kNoNotes } from '../../../line-notes.ts';
import { noteText } from '../../../parts/say.ts';
import { translatorModel } from '../../../parts/translator.ts';
import { whenNew } from '../../../parts/when-new.ts';
import type { Padding } from './padding.ts';

export function paddingView(shared: Shared, texts: Texts, padding: Padding): TemplateResult {
  const { translator } = shared;
  return html`<figure class="middle">
    <p class="note with-room" role="status">${note(texts, padding.inBytes.value)}</p>
    ${translatorModel(
      shared,
      html`<glass-save
        ><glass-padding
          .texts=${whenNew(padding.texts.value)}
          @glass-head=${({ detail }: CustomEvent<HeadPlace>) => translator.setPicks({ ...translator.picks.peek(), encoder: detail })}
          @glass-choice=${({ detail, currentTarget }: CustomEvent<GlassEvents['glass-choice']>) => detail.attribute === 'texts' && padding.type((currentTarget as GlassPadding).texts)}
          @glass-padded=${({ detail }: CustomEvent<GlassEvents['glass-padded']>) => padding.padded(detail.sentences)}
        ></glass-padding
      ></glass-save>`,
    )}
  </figure>`;
}

function note(texts: Texts, inBytes: readonly string[]): string {
  if (inBytes.length === 0) return '';
  const { following } = wordsFor(texts.language);
  const said = noteText({ ...kNoNotes, inBytes }, texts);
  // A symbol belongs to no language.
  const hasLetters = inBytes.some((each) => /\p{L}/u.test(each));
  return hasLetters ? texts.looking.paddingReads + following(said) : said;
}
