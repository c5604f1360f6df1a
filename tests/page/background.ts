/**
 * A page in the background: hidden, as it is behind another tab, and frozen, as the browser leaves it there after some minutes.
 *
 * Playwright emulates the focus for each of its pages, so that all count as looked at: then nothing hides a page, and
 * `Page.setWebLifecycleState` answers without freezing it. No option leaves that out, and only the session that has asked for
 * the emulation can end it. That session is Playwright's own and no part of its interface, so who hides a page looks at what
 * the page was told (`told`): with another version of Playwright that may fail, but not unnoticed.
 */
import type { CDPSession } from '@playwright/test';
import { expect, type Page } from './fixture.ts';

interface InsidePlaywright {
  readonly _connection: {
    toImpl(page: Page): {
      readonly delegate: {
        readonly _mainFrameSession: {
          readonly _client: { send(method: string, params: object): Promise<unknown> };
        };
      };
    };
  };
}

export class Background {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #windowId: number;

  private constructor(page: Page, session: CDPSession, windowId: number) {
    this.#page = page;
    this.#session = session;
    this.#windowId = windowId;
  }

  /** The page, which must be open, can be hidden from now on. */
  static async of(page: Page): Promise<Background> {
    const { delegate } = (page as unknown as InsidePlaywright)._connection.toImpl(page);
    const emulation = 'Emulation.setFocusEmulationEnabled';
    await delegate._mainFrameSession._client.send(emulation, { enabled: false });
    const session = await page.context().newCDPSession(page);
    const { windowId } = await session.send('Browser.getWindowForTarget');
    await page.evaluate(() => {
      const told: string[] = [];
      document.addEventListener('visibilitychange', () => told.push(document.visibilityState));
      for (const type of ['freeze', 'resume'])
        document.addEventListener(type, () => told.push(type));
      Object.assign(globalThis, { told });
    });
    return new Background(page, session, windowId);
  }

  /** Each page of Chromium without windows has a window of its own, which no other page covers: it is minimized. */
  async hide(): Promise<void> {
    await this.#set('minimized');
    await this.#expectTold('hidden');
  }

  /** No timer, no worker and no answer to a request goes on. Chromium freezes hidden pages only. */
  async freeze(): Promise<void> {
    await this.#session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await this.#expectTold('freeze');
  }

  async resume(): Promise<void> {
    await this.#session.send('Page.setWebLifecycleState', { state: 'active' });
    await this.#expectTold('resume');
  }

  async show(): Promise<void> {
    await this.#set('normal');
    await this.#expectTold('visible');
  }

  async #set(windowState: 'minimized' | 'normal'): Promise<void> {
    const windowId = this.#windowId;
    await this.#session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  /** The page was told this, and nothing else. */
  async #expectTold(what: string): Promise<void> {
    const told = () =>
      this.#page.evaluate(() => [...(globalThis as unknown as { told: string[] }).told]);
    await expect.poll(told).toEqual([what]);
    await this.#page.evaluate(() => (globalThis as unknown as { told: string[] }).told.splice(0));
  }
}
