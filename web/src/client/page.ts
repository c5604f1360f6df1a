/** What the client asks of a page's document; its other code has no types of the DOM, because it runs in Node too. */
interface PageDocument {
  readonly baseURI: string;
  readonly currentScript: { readonly src?: string } | null;
}

/** The page's document; undefined in Node, in a worker of yours, and while a framework renders on its server. */
export const page = (globalThis as { document?: PageDocument }).document;
