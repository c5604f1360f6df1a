import type { TemplateResult } from 'lit';
import type { GlassEvents } from '../events.ts';
import type { Common } from '../i18n/subjects/common.ts';

/** What an element lends to the controllers that speak for it. */
export interface Voice {
  readonly words: Common;
  /** "Loading…", with the bytes that have come. */
  readonly loadingText: string;
  retryButton(again: () => void, isBusy: boolean): TemplateResult;
  send<Type extends keyof GlassEvents>(type: Type, detail: GlassEvents[Type]): void;
}
