// npm run format: formats all sources in place.
import { main } from './lib/shell.mjs';
import { format } from './lib/formatters.mjs';
import { ensureNodeModules } from './setup/node_modules.mjs';
import { ensurePrograms } from './setup/system.mjs';

await main(async () => {
  await ensureNodeModules();
  await ensurePrograms('format');
  return format({ check: false });
});
