/** Where the reference is, seen from the page's own folder: 'elements/', 'zh/elements/'. */
import { folderOf, type Language } from '../i18n/texts.ts';

export const referenceFolder = (language: Language): string =>
  `${folderOf(language).replace('./', '')}elements/`;
