// One measurement in a process of its own: in-node.mjs BASE WANTED prints the result as JSON.
import { openAndMeasure } from './page/measure.js';
import { peakOf } from './memory.mjs';

const [base, wanted] = process.argv.slice(2);
const result = await openAndMeasure({ ...JSON.parse(wanted), base });
console.log(JSON.stringify({ ...result, version: process.version, peak: peakOf('self') }));
process.exit(0); // an engine may keep threads
