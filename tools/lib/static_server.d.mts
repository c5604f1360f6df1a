import type { RequestListener } from 'node:http';

export interface Folder {
  readonly folder: string;
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Server {
  readonly address: string;
  close(): void;
}
export function answering(folders: readonly Folder[]): RequestListener;
export function serveFolders(
  folders: readonly Folder[],
  options?: { readonly port?: number },
): Promise<Server>;
export function serve(
  folder: string,
  options?: Omit<Folder, 'folder'> & { readonly port?: number },
): Promise<Server>;
