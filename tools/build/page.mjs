// build/page/: the demo page, made from dist/ the way any user of the package would.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { whenChanged } from '../lib/stamp.mjs';

export function buildPage() {
  const inputs = ['web/page', 'dist', 'vite.config.ts', 'package-lock.json', 'tools/build'];
  return whenChanged(
    { stamp: 'build/stamps/page', inputs, outputs: ['build/page/index.html'] },
    async () => {
      const { build } = await import('vite');
      await build({ logLevel: 'warn' });
      // The package looks for its models beside its own files, which Vite puts into assets/.
      const models = join(root, 'dist/models');
      if (existsSync(models)) {
        cpSync(models, join(root, 'build/page/assets/models'), { recursive: true });
      }
    },
  );
}
