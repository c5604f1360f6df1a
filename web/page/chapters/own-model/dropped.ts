/** What was dropped on the page. */

/** A folder or file with its place in a file system; a file alone where the browser tells none. */
export type Dropped = FileSystemEntry | File;

/** Must be asked while the event is handled: later the items are no longer told. */
export function droppedIn({ items }: DataTransfer): readonly Dropped[] {
  return [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}
