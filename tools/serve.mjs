// node tools/serve.mjs FOLDER [--port N] [--prefix /some/folder/]
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem, main } from './lib/shell.mjs';
import { serve } from './lib/static_server.mjs';

function optionsIn(args) {
  const options = {
    port: { type: 'string', default: '0' },
    prefix: { type: 'string', default: '/' },
  };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch ({ message }) {
    throw new Problem(
      `${message.split('. ')[0]}: node tools/serve.mjs FOLDER [--port N] [--prefix /PATH/]`,
    );
  }
}

await main(async (args) => {
  const { values, positionals } = optionsIn(args);
  const folder = positionals[0] ?? '.';
  if (!statSync(resolve(folder), { throwIfNoEntry: false })?.isDirectory())
    throw new Problem(`${folder} is not a folder: name the one to serve.`);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65535)
    throw new Problem(`--port is '${values.port}': it may be 0 (any that is free) to 65535.`);
  const prefix = `/${values.prefix}/`.replace(/\/+/g, '/');
  const { address } = await serve(resolve(folder), { port, prefix }).catch((error) => {
    throw new Problem(`port ${port} cannot be used (${error.code}): name another with --port.`);
  });
  console.log(`serving ${folder} at ${address}`);
});
