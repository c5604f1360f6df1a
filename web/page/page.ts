/** The page's script: brings what the build wrote to life, in the reader's language. */
import './elements/first.ts';
import { kMainLanguage, type Language, loadLanguage } from './i18n/texts.ts';
import { firstLanguage } from './language.ts';
import { startPage } from './live-page.ts';
import { keepForOffline } from './offline/offline.ts';

const root = document.getElementById('page') as HTMLElement;
const { folder = './', language: own = kMainLanguage, page } = document.documentElement.dataset;

async function start(language: Language): Promise<void> {
  await loadLanguage(language);
  startPage(root, language, folder);
}

/** The story. */
function startStory(): void {
  const first = firstLanguage(location.hash, own);
  // The document's own language where the reader's cannot be fetched.
  void start(first).catch((error: unknown) => {
    if (first === own) throw error;
    return start(own);
  });
}

keepForOffline(folder);
// The reference is another document with the same script, so that the story's is in one piece.
if (page === undefined) startStory();
else void import('./reference/reference.ts').then(({ startReference }) => startReference(root));
