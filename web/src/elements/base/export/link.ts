/** Addresses: the page's as an exported figure names it, without its private parts; and those that a link may lead to. */

/** Names of what must not travel in a link. */
const kSecret = /token|key|secret|password|passwd|auth|session|signature|\bcode\b/i;

/** The page's address without user, password and query, and without a fragment that looks like a pass. */
export function publicLink(href: string): string {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return '';
  }
  if (!url.protocol.startsWith('http')) return '';
  const names = [...new URLSearchParams(url.hash.slice(1)).keys()];
  return url.origin + url.pathname + (names.some((name) => kSecret.test(name)) ? '' : url.hash);
}

/** What a link may lead to: nothing that runs as a script, and no text of its own (`data:`, `blob:`). */
const kLeads = /^(https?|mailto):$/;

/** An author's address, if it leads somewhere in the web, or where the page itself is (on a disk); empty otherwise. */
export function webAddress(address: string): string {
  try {
    const { protocol } = new URL(address, document.baseURI);
    return kLeads.test(protocol) || (protocol === 'file:' && location.protocol === protocol)
      ? address
      : '';
  } catch {
    return '';
  }
}
