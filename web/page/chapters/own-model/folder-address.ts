/** The address of a model's folder, as a reader types it. */

/**
 * Null where there can be no such folder, or where the address holds a name or a password, which are not sent.
 * @param base of the page
 */
export function folderAddress(typed: string, base: string): URL | null {
  const isWhole = /^[a-z][a-z\d+.-]*:/i.test(typed);
  let folder: URL;
  try {
    folder = new URL(typed, base);
  } catch {
    return null;
  }
  const isFetched = folder.protocol === 'https:' || folder.protocol === 'http:';
  if (typed.trim() === '' || !isFetched || folder.username !== '' || folder.password !== '')
    return null;
  // A host without its scheme reads as a folder of this page.
  if (!isWhole && !/^\.{0,2}\//.test(typed)) return null;
  folder.hash = '';
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return folder;
}

/** A folder's name in the list of models: where it came from. */
export function nameOfAddress({ host, pathname }: URL): string {
  return (host + pathname).replace(/\/$/, '');
}

/** So many characters of a name stand in one line of a phone. */
const kMaxName = 44;

/** The same for a list: of a long one the host, and as many of the last folders as fit. */
export function shortName(address: URL): string {
  const name = nameOfAddress(address);
  if (name.length <= kMaxName) return name;
  const [host = '', ...folders] = name.split('/');
  const fits = (count: number) => `${host}/…/${folders.slice(-count).join('/')}`;
  let count = 1;
  while (fits(count + 1).length <= kMaxName) ++count;
  return folders.length < 2 ? name : fits(count);
}
