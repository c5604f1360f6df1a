/** The place of a model of the reader's own: what is being opened, what stands open, what was kept on this device. */
import { batch, computed, signal } from '@preact/signals-core';
import { loadModel } from 'glassformer';
import { loadedFrom, type Problem, problemOf } from 'glassformer/elements/functions';
import { BegunDownloads } from './begun.ts';
import { ChapterFigures } from './chapter-figures.ts';
import { download } from './download.ts';
import { type Begun, mayGoOn, type Progress } from './downloading.ts';
import type { Dropped } from './dropped.ts';
import { folderAddress } from './folder-address.ts';
import { firstText } from './first-text.ts';
import { deleteKept, keep, type KeptModel, listKept, openKept } from './kept.ts';
import { type Opened, tryOut } from './opened-model.ts';
import { filesChosen, filesDropped, modelFilesOf, originOf, type OwnFiles } from './own-files.ts';
import { type Coming, kBetweenMs, Pace } from './pace.ts';
import { type OwnProblem, OwnTrouble } from './trouble.ts';

export type Attempt =
  /** The reader is asked whether files may be fetched from there. */
  | { readonly kind: 'asking'; readonly folder: URL }
  | {
      readonly kind: 'opening';
      readonly coming: Coming | null;
      /** Of the folder from which it is fetched. */
      readonly from: URL | null;
      /** The server did not go on with what had come before. */
      readonly isAnew: boolean;
      /** What comes is lost with the page: the server could not go on with it. */
      readonly isFleeting: boolean;
    }
  /** A download was given up. */
  | { readonly kind: 'stopped'; readonly host: string; readonly left: Begun }
  | { readonly kind: 'failed'; readonly problem: OwnProblem | Problem };

/** What came of a download; it is not stored where the browser lets nothing be. */
export type Held = Begun & { readonly isStored: boolean };

export type Keeping = 'no' | 'now' | { readonly problem: OwnProblem | Problem };

export class Place {
  readonly #line: () => string;
  #abort: AbortController | null = null;
  /** Of the attempt that opens again what stands open. */
  #reopening: AbortController | null = null;
  /** What stands open was kept under this id. */
  readonly #keptId = signal<string | null>(null);
  readonly attempt = signal<Attempt | null>(null);
  readonly opened = signal<Opened | null>(null);
  readonly kept = signal<readonly KeptModel[]>([]);
  readonly #stored = new BegunDownloads();
  readonly begun = signal<readonly Held[]>([]);
  /** As what stands open is kept. */
  readonly keptAs = computed(() => this.kept.value.find(({ id }) => id === this.#keptId.value));
  /** Whether the reader is asked about the one with this id. */
  readonly deleting = signal<string | null>(null);
  /** Whether it is being kept, or why it could not be. */
  readonly keeping = signal<Keeping>('no');
  /** Why the last of these was not deleted. */
  readonly notDeleted = signal<OwnProblem | Problem | null>(null);
  /** The engine of what stood open has stopped. */
  readonly isLost = signal(false);

  readonly chapters = new ChapterFigures();
  /** Files are held over the page. */
  readonly isOver = signal(false);

  /** @param line the reader's line, which a model that can read it shows first */
  constructor(line: () => string) {
    this.#line = line;
    void this.#list();
    void this.#stored
      .list()
      .then((all) => (this.begun.value = all.map((each) => ({ ...each, isStored: true }))))
      .catch(() => {});
  }

  /** Follows what is dragged over the page; at the window's edge `relatedTarget` is null. */
  watchDrags(page: Document): void {
    for (const type of ['dragenter', 'dragleave', 'drop'] as const)
      page.addEventListener(type, ({ dataTransfer, relatedTarget }) => {
        if (!dataTransfer?.types.includes('Files')) return;
        if (type === 'drop' || relatedTarget === null) this.isOver.value = type === 'dragenter';
      });
  }

  choose(files: readonly File[]): void {
    void this.#open(() => filesChosen(files));
  }

  takeDropped(dropped: readonly Dropped[]): void {
    void this.#open((signal) => filesDropped(dropped, signal));
  }

  /** Asks before anything is fetched. */
  ask(typed: string): void {
    this.cancel();
    const folder = folderAddress(typed.trim(), document.baseURI);
    this.attempt.value =
      folder === null
        ? { kind: 'failed', problem: { kind: 'noAddress', typed } }
        : { kind: 'asking', folder };
  }

  /** The reader has allowed what was asked. */
  fetch(folder: URL): void {
    const begun = this.begun.peek().find(({ address }) => address === folder.href) ?? null;
    const find = async (signal: AbortSignal, onProgress: (progress: Progress) => void) => {
      const own = await download(folder, {
        ...{ begun, signal, onProgress },
        onAnew: () => {
          this.#tell({ isAnew: true });
          void this.discard(folder.href);
        },
        onStep: (come) => {
          const canGoOn = mayGoOn(come);
          this.#tell({ isFleeting: !canGoOn });
          if (canGoOn) void this.#stored.keep(come).catch(() => {});
        },
        onLeft: (left) => void this.#holdBegun(left, folder.host),
      });
      void this.discard(folder.href);
      return own;
    };
    void this.#open(find, { from: folder });
  }

  /** Forgets what came of a download. */
  async discard(address: string): Promise<void> {
    const held = this.begun.peek().find((each) => each.address === address);
    this.begun.value = this.begun.peek().filter((each) => each !== held);
    if (this.attempt.peek()?.kind === 'stopped') this.attempt.value = null;
    await this.#stored.delete(address).catch((error: unknown) => {
      if (held?.isStored) this.notDeleted.value = problemIn(error);
    });
  }

  #tell(news: { readonly isAnew: true } | { readonly isFleeting: boolean }): void {
    const now = this.attempt.peek();
    if (now?.kind === 'opening') this.attempt.value = { ...now, ...news };
  }

  async #holdBegun(left: Begun, host: string): Promise<void> {
    const canGoOn = mayGoOn(left);
    if (canGoOn) {
      const others = this.begun.peek().filter(({ address }) => address !== left.address);
      this.begun.value = [{ ...left, isStored: false }, ...others];
    }
    // Another attempt may be under way, or have failed with this.
    if (this.attempt.peek() === null) this.attempt.value = { kind: 'stopped', host, left };
    if (!canGoOn) return;
    const isStored = await this.#stored.keep(left).then(
      () => true,
      () => false,
    );
    this.begun.value = this.begun
      .peek()
      .map((each) => (each.weights === left.weights ? { ...left, isStored } : each));
  }

  openKept(kept: KeptModel): void {
    void this.#open(() => openKept(kept), { keptId: kept.id });
  }

  /** What stood open, whose engine has stopped. */
  openAgain(): void {
    const opened = this.opened.peek();
    if (opened === null) return;
    void this.#open(async () => opened.own);
    this.#reopening = this.#abort;
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
    batch(() => {
      this.attempt.value = null;
      this.notDeleted.value = null;
    });
  }

  close(): void {
    const opened = this.opened.peek();
    // It would come back by itself.
    if (this.#reopening !== null && this.#reopening === this.#abort) this.cancel();
    batch(() => {
      this.opened.value = null;
      this.isLost.value = false;
    });
    void opened?.model.close();
  }

  hasFailed(): void {
    if (this.opened.peek()?.model.closed) this.isLost.value = true;
  }

  async keep(): Promise<void> {
    const opened = this.opened.peek();
    if (opened === null || this.keeping.peek() === 'now') return;
    this.keeping.value = 'now';
    // Another one may stand open by the end.
    const isOpen = () => this.opened.peek()?.own === opened.own;
    try {
      const { id } = await keep(opened.own);
      await this.#list();
      if (isOpen()) this.#keptUnder(id);
    } catch (error) {
      if (isOpen()) this.keeping.value = { problem: problemIn(error) };
    }
  }

  async delete(kept: KeptModel): Promise<void> {
    this.deleting.value = null;
    this.notDeleted.value = null;
    try {
      await deleteKept(kept);
    } catch (error) {
      this.notDeleted.value = problemIn(error);
    }
    await this.#list();
  }

  /** Without storage there is no list; to keep a model then says so. */
  async #list(): Promise<void> {
    this.kept.value = await listKept().catch(() => []);
  }

  #fail(error: unknown): void {
    this.attempt.value = { kind: 'failed', problem: problemIn(error) };
  }

  /** The newest attempt counts. What stood open stays until the next one has come. */
  async #open(
    find: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<OwnFiles>,
    { keptId = null, from = null }: { keptId?: string | null; from?: URL | null } = {},
  ): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    const { signal } = abort;
    const told = () => {
      const pace = new Pace();
      let later = 0;
      const tell = (progress: Progress): void => {
        clearTimeout(later);
        const now = this.attempt.peek();
        if (signal.aborted || now?.kind !== 'opening') return;
        const coming = pace.after(progress, performance.now());
        // A download that stands still now is told of, too.
        if (coming === null) later = window.setTimeout(() => tell(progress), kBetweenMs);
        else this.attempt.value = { ...now, coming };
      };
      return tell;
    };
    this.attempt.value = { kind: 'opening', coming: null, from, isAnew: false, isFleeting: false };
    try {
      const own = await find(signal, told());
      const files = await modelFilesOf(own);
      const model = await loadModel(files, { signal, onProgress: told() });
      await tryOut(model).catch((error: unknown) => {
        void model.close();
        throw error;
      });
      loadedFrom(model, originOf(own));
      const { text, isOwn } = await firstText(model, {
        golden: files.goldenJson,
        line: this.#line(),
      });
      if (signal.aborted) void model.close();
      else {
        // Nothing is left that could be given up.
        this.#abort = null;
        this.#show({ model, own, text, isOwnText: isOwn }, keptId);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#abort = null;
      this.#fail(error);
    }
  }

  #show(opened: Opened, keptId: string | null): void {
    const before = this.opened.peek();
    batch(() => {
      this.opened.value = opened;
      // The same model opened again is kept as far as it was.
      if (before?.own !== opened.own) this.#keptUnder(keptId);
      this.isLost.value = false;
      this.attempt.value = null;
    });
    void before?.model.close();
  }

  /** Under which id the open model was kept; null: it was not. */
  #keptUnder(id: string | null): void {
    batch(() => {
      this.#keptId.value = id;
      this.keeping.value = 'no';
    });
  }
}

const problemIn = (error: unknown): OwnProblem | Problem =>
  error instanceof OwnTrouble ? error.problem : problemOf(error);
