/** The page's script: brings what the build wrote to life, in the reader's language. */
import './elements/first.ts';
import { kMainLanguage, type Language, loadLanguage } from './i18n/texts.ts';
import { firstLanguage } from './language.ts';
import { startPage } from './live-page.ts';
import { keepForOffline } from './offline/offline.ts';

const root = document.getElementById('page') as HTMLElement;
const { folder = './', language: own = kMainLanguage } = document.documentElement.dataset;

async function start(language: Language): Promise<void> {
  await loadLanguage(language);
  startPage(root, language, folder);
}

keepForOffline(folder);
const first = firstLanguage(location.hash, own);
// The document's own language where the reader's cannot be fetched.
void start(first).catch((error: unknown) => {
  if (first === own) throw error;
  return start(own);
});
