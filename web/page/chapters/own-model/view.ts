/** The place of a model of the reader's own: how files are given, what became of them, the figures, what is kept. */
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { type Problem, wordsFor } from 'glassformer/elements/functions';
import { ownModelTexts } from '../../i18n/own-model-texts.ts';
import { textsIn } from '../../i18n/texts.ts';
import { inMegabytes } from '../../megabytes.ts';
import { referenceFolder } from '../../reference/folder.ts';
import { mayGoOn } from './downloading.ts';
import { figures } from './figures.ts';
import { nameOfAddress, shortName } from './folder-address.ts';
import type { KeptModel } from './kept.ts';
import type { Opened } from './opened-model.ts';
import { bytesOf } from './own-files.ts';
import type { OwnModelPlace } from './own-model.ts';
import { type Coming } from './pace.ts';
import { type Attempt, type Held, Place } from './place.ts';
import { problemText } from './problem-text.ts';
import type { Said } from './said.ts';
import type { OwnProblem } from './trouble.ts';
import './own-model.css';

/** The id of the field for an address. */
const kAddress = 'own-model-address';

/**
 * @param line the reader's line on the page
 * @param folder where the page's own folder is, seen from the document
 */
export function ownModelPlace(line: () => string, folder: string): OwnModelPlace {
  const place = new Place(line);
  place.watchDrags(document);
  return {
    takeDropped: (dropped) => place.takeDropped(dropped),
    view: (language) => placeView(place, language, folder + referenceFolder(language)),
  };
}

function placeView(place: Place, language: string, reference: string): TemplateResult {
  const page = textsIn(language);
  const said = { texts: ownModelTexts(language), tag: page.language, page, reference };
  const opened = place.opened.value;
  return html`<div class="own-model">
    ${given(place, said)} ${attempt(place, said)} ${begun(place, said)} ${kept(place, said)}
    ${failure(place.notDeleted.value, said, said.texts.notDeleted)}
    ${opened === null ? nothing : [about(opened, place, said), figures(opened, place, said)]}
  </div>`;
}

/** Phones have none. */
const canChooseFolders = () => 'webkitdirectory' in HTMLInputElement.prototype;

function given(place: Place, { texts, reference }: Said): TemplateResult {
  return html`<div class="give ${place.isOver.value ? 'over' : ''}">
    <p>${texts.give}</p>
    <p class="note">${texts.howTo(reference)}</p>
    <p class="ways">
      ${canChooseFolders() ? chooser(place, texts.chooseFolder, true) : nothing}
      ${chooser(place, texts.chooseFiles, false)}
    </p>
    <form
      class="address"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const data = new FormData(event.target as HTMLFormElement);
        place.ask(String(data.get('address') ?? ''));
      }}
    >
      <label for=${kAddress}>${texts.address}</label>
      <input
        id=${kAddress}
        name="address"
        type="text"
        inputmode="url"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder="https://…/"
      />
      <button>${texts.look}</button>
    </form>
  </div>`;
}

/** The button stands for the browser's own field, which says in its own language what was chosen last. */
function chooser(place: Place, name: string, isFolder: boolean): TemplateResult {
  const choose = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    place.choose([...(input.files ?? [])]);
    // The same files may be chosen once more.
    input.value = '';
  };
  return html`<button
      @click=${({ currentTarget }: Event) => ((currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click()}
    >
      ${name}</button
    ><input type="file" hidden multiple ?webkitdirectory=${isFolder} @change=${choose} />`;
}

/** The question is answered before anything else. */
const focused = (element?: Element): void =>
  // It is in the page when all of it is rendered.
  queueMicrotask(() => (element as HTMLElement | undefined)?.focus());

/** Files can be dropped far from where it is told. */
const seen = (element?: Element): void =>
  queueMicrotask(() => element?.scrollIntoView({ block: 'nearest' }));

/** The button that was pressed goes: the keyboard is back where the next attempt begins. */
function giveUp(place: Place): void {
  place.cancel();
  document.getElementById(kAddress)?.focus();
}

function attempt(place: Place, said: Said): TemplateResult {
  const { texts } = said;
  const now = place.attempt.value;
  const status = statusOf(now, said);
  return html`<div class="attempt">
    <p role="status" class=${status === '' ? 'unseen' : ''}>${status}</p>
    ${now?.kind === 'opening' ? coming(now.coming, place, said) : nothing}
    ${
      now?.kind === 'asking'
        ? html`<div class="asks" role="group" aria-labelledby="own-model-asks">
            <p id="own-model-asks" tabindex="-1" ${ref(focused)}>
              <strong>${texts.asks(now.folder.host)}</strong>
            </p>
            <p>${texts.whatIsFetched(now.folder.host)}</p>
            <p class="ways">
              <button class="primary" @click=${() => place.fetch(now.folder)}>
                ${texts.fetch(now.folder.host)}
              </button>
              <button @click=${() => giveUp(place)}>${texts.no}</button>
            </p>
          </div>`
        : nothing
    }
    ${
      now?.kind === 'failed'
        ? html`<div class="problem" role="alert" ${ref(seen)}>
            ${problemText(now.problem, said, texts.failed)}
            ${place.opened.value === null || place.isLost.value ? nothing : html`<p>${texts.staysOpen}</p>`}
          </div>`
        : nothing
    }
  </div>`;
}

function statusOf(now: Attempt | null, { texts }: Said): string {
  if (now?.kind === 'stopped') {
    const { host, left } = now;
    if (mayGoOn(left)) return left.sendsRest ? texts.stopped : texts.mayGoOn(host);
    return left.told.tag === null ? texts.tellsNoChange(host) : texts.sendsWhole(host);
  }
  if (now?.kind !== 'opening') return '';
  const { from, isAnew, isFleeting } = now;
  if (from === null) return texts.opening;
  if (isFleeting) return texts.fleeting(from.host);
  return isAnew ? texts.anew(from.host) : texts.opening;
}

function coming(now: Coming | null, place: Place, { texts, tag }: Said): TemplateResult {
  const { loading, loadingPart } = wordsFor(tag);
  return html`<p class="coming">
    ${now?.total === undefined ? html`<progress aria-label=${texts.opening}></progress>` : html`<progress aria-label=${texts.opening} max=${now.total} .value=${now.loaded}></progress>`}
    <span>${now === null ? loading : loadingPart(now.loaded, now.total, now.secondsLeft)}</span>
    <button @click=${() => giveUp(place)}>${texts.cancel}</button>
  </p>`;
}

/** Downloads that can go on. */
function begun(place: Place, { texts, tag }: Said): TemplateResult | typeof nothing {
  const now = place.attempt.value;
  const coming = now?.kind === 'opening' ? now.from?.href : undefined;
  const all = place.begun.value.filter(({ address }) => address !== coming);
  if (all.length === 0) return nothing;
  const { listed } = wordsFor(tag);
  return html`<ul class="kept begun">
    ${all.map(({ address, weights, total, isStored, sendsRest }: Held) => {
      const folder = new URL(address);
      const name = nameOfAddress(folder);
      const facts = listed(
        texts.begun(weights.size, total),
        isStored ? texts.stored : texts.notStored,
      );
      // A host that has not shown that it sends the rest alone may send the whole file again.
      const [goOn, goOnOne] = sendsRest
        ? [texts.goOn, texts.goOnOne]
        : [texts.tryToGoOn, texts.tryToGoOnOne];
      return html`<li>
        <bdi title=${address}>${shortName(folder)}</bdi>
        <span>${facts}</span>
        <button aria-label=${goOnOne(name)} @click=${() => place.fetch(folder)}>${goOn}</button>
        <button aria-label=${texts.discardOne(name)} @click=${() => void place.discard(address)}>
          ${texts.discard}
        </button>
      </li>`;
    })}
  </ul>`;
}

const nameOf = ({ name, count = 1 }: Pick<KeptModel, 'name' | 'count'>, { texts }: Said): string =>
  `${name || texts.unnamed}${count === 1 ? '' : ` ${count}`}`;

function kept(place: Place, said: Said): TemplateResult | typeof nothing {
  const { texts, tag } = said;
  const all = place.kept.value;
  if (all.length === 0) return nothing;
  const { listed } = wordsFor(tag);
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  return html`<h3>${texts.kept}</h3>
    <ul class="kept">
      ${all.map((each: KeptModel) => {
        const name = nameOf(each, said);
        const isAsked = place.deleting.value === each.id;
        return html`<li>
          <bdi>${name}</bdi>
          <span>${listed(inMegabytes(each.bytes), dates.format(each.date))}</span>
          ${
            isAsked
              ? html`<strong tabindex="-1" ${ref(focused)}>${texts.asksDelete}</strong>
                  <button
                    class="primary"
                    aria-label=${texts.deleteOne(name)}
                    @click=${() => void place.delete(each)}
                  >
                    ${texts.delete}
                  </button>
                  <button @click=${() => (place.deleting.value = null)}>${texts.notDelete}</button>`
              : html`<button aria-label=${texts.openOne(name)} @click=${() => place.openKept(each)}>
                    ${texts.open}
                  </button>
                  <button
                    aria-label=${texts.deleteOne(name)}
                    @click=${() => (place.deleting.value = each.id)}
                  >
                    ${texts.delete}
                  </button>`
          }
        </li>`;
      })}
    </ul>`;
}

const failure = (
  problem: OwnProblem | Problem | null,
  said: Said,
  frame: (sentence: string) => string,
) => problem && html`<div class="problem" role="alert">${problemText(problem, said, frame)}</div>`;

/** What stands open, and what can be done with all of it. */
function about({ model, own }: Opened, place: Place, said: Said): TemplateResult {
  const { texts, tag } = said;
  const { parameters } = model;
  const facts = wordsFor(tag).modelFacts({ ...model.config.resolved, name: '', parameters });
  const keptAs = place.keptAs.value;
  const keeping = place.keeping.value;
  return html`<h3>${texts.isOpen}<bdi>${nameOf(keptAs ?? own, said)}</bdi></h3>
    <p>${facts}</p>
    <p class="ways">
      ${
        keptAs
          ? nothing
          : html`<button aria-disabled=${keeping === 'now'} @click=${() => void place.keep()}>
              ${keeping === 'now' ? texts.keeping : texts.keep(bytesOf(own))}
            </button>`
      }
      <button @click=${() => place.close()}>${texts.close}</button>
      <span role="status">${keptAs ? texts.isKept : nothing}</span>
    </p>
    ${typeof keeping === 'string' ? nothing : failure(keeping.problem, said, texts.notKept)}
    ${
      place.isLost.value
        ? html`<p class="problem" role="alert">
            ${texts.lost} <button @click=${() => place.openAgain()}>${texts.openAgain}</button>
          </p>`
        : nothing
    }`;
}
