/** What is remembered between visits. Storage may be forbidden: then nothing is. */
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`glassformer.${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`glassformer.${key}`, value);
    } catch {
      // The browser forbids it, or the storage is full: the choice holds for this visit only.
    }
  },
};
