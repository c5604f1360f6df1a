// The same in a worker, for engines that run in the thread that asks them.
import { openAndMeasure } from './measure.js';

self.onmessage = ({ data }) =>
  openAndMeasure(data).then(
    (result) => self.postMessage({ result }),
    (error) => self.postMessage({ error: String(error?.stack ?? error) }),
  );
