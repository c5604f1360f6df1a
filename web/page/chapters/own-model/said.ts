import type { OwnModelTexts } from '../../i18n/own-model-texts.ts';
import type { Texts } from '../../i18n/texts.ts';

/** What the templates say, and in which language. */
export interface Said {
  readonly texts: OwnModelTexts;
  /** As the document names it: "zh-CN". */
  readonly tag: string;
  /** Those of the whole page. */
  readonly page: Texts;
  /** The address of the reference in that language. */
  readonly reference: string;
}
