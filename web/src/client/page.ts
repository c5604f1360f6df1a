/** The page's document; undefined in Node, in a worker of yours, and while a framework renders on its server. */
export const page = (globalThis as { document?: Document }).document;
