import type { Folder } from '../../tools/lib/static_server.mjs';

export const policy: string;
export function packageFolders(prefix: string): readonly Folder[];
