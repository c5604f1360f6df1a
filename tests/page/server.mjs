// node tests/page/server.mjs PORT PREFIX: the page as it was built, and the package beside a blank page.
import { join } from 'node:path';
import { root } from '../../tools/lib/shell.mjs';
import { serveFolders } from '../../tools/lib/static_server.mjs';
import { packageFolders } from './package.mjs';

const [port, prefix] = process.argv.slice(2);

await serveFolders([{ folder: join(root, 'build/page'), prefix }, ...packageFolders(prefix)], {
  port: Number(port),
});
