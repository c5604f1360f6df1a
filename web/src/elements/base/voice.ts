import type { TemplateResult } from 'lit';
import type { GlassEvents } from '../events.ts';
import type { Words } from '../i18n/en.ts';

/** What an element lends to the controllers that speak for it. */
export interface Voice {
  readonly words: Words;
  /** "Loading…", with the bytes that have come. */
  readonly loadingText: string;
  retryButton(again: () => void, isBusy: boolean): TemplateResult;
  send<Type extends keyof GlassEvents>(type: Type, detail: GlassEvents[Type]): void;
}
