// The page: opens one engine and measures it, in this thread where the engine has a worker of its own, else in one.
import { openAndMeasure } from './measure.js';
import { openShipped } from './shipped.js';

window.visit = (wanted) =>
  wanted.inWorker ? inWorker(wanted) : openAndMeasure({ ...wanted, base: document.baseURI });

window.visitShipped = (wanted) => openShipped({ ...wanted, base: document.baseURI });

function inWorker(wanted) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) =>
      data.error === undefined ? resolve(data.result) : reject(new Error(data.error));
    worker.postMessage({ ...wanted, base: document.baseURI });
  });
}
