/** Every language's texts, which the page itself fetches when they are shown. */
import { languages, loadLanguage } from '../../../web/page/i18n/texts.ts';

await Promise.all(languages.map(loadLanguage));
