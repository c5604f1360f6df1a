// The benchmark program in a worker, where the engine lives too: arguments come in, lines and the exit status go out.
import createBench from './glassformer_bench_browser.js';

self.onmessage = ({ data: { args } }) =>
  createBench({
    arguments: args,
    print: (line) => self.postMessage({ line }),
    printErr: (line) => self.postMessage({ progress: line }),
    onExit: (status) => self.postMessage({ status }),
  }).catch((error) => {
    // A program that ends says so by throwing its status, which onExit has told already.
    if (error?.name !== 'ExitStatus') self.postMessage({ progress: String(error), status: 1 });
  });
