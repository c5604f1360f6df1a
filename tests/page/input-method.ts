/** What an input method composes is no text yet: Chinese, typed as its readers type it. */
import type { CDPSession } from '@playwright/test';
import type { Page } from './fixture.ts';

/** An input method at work in the field that has the focus. */
export class InputMethod {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Each in the place of the one before; the last one stays. */
  async compose(...drafts: readonly string[]): Promise<void> {
    for (const text of drafts) {
      const end = text.length;
      await this.#session.send('Input.imeSetComposition', {
        text,
        selectionStart: end,
        selectionEnd: end,
      });
    }
  }

  async commit(text: string): Promise<void> {
    await this.#session.send('Input.insertText', { text });
  }

  /** Takes back what is composed, as Escape does. */
  async cancel(): Promise<void> {
    await this.compose('');
    await this.commit('');
  }
}

/** Everything that elements have told of the reader's texts since this was called. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('glass-text', (event) =>
      told.push((event as CustomEvent<{ text: string }>).detail.text),
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
}
