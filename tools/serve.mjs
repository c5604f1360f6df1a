// node tools/serve.mjs FOLDER [--port N] [--prefix /some/folder/]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { main } from './lib/shell.mjs';
import { serve } from './lib/static_server.mjs';

await main(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { port: { type: 'string', default: '0' }, prefix: { type: 'string', default: '/' } },
  });
  const { address } = await serve(resolve(positionals[0] ?? '.'), {
    port: Number(values.port),
    prefix: values.prefix,
  });
  console.log(`serving ${positionals[0] ?? '.'} at ${address}`);
});
