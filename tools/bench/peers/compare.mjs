// npm run bench -- peers: rounds in which every engine of every section is opened anew, one after the other, so that
// whatever else the machine does hits all alike.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, root, run } from '../../lib/shell.mjs';
import { serve } from '../../lib/static_server.mjs';
import { visit } from './chromium.mjs';
import { writeDocument } from './document.mjs';
import { peerVersions, prepareFolder } from './install.mjs';
import { bestLimits, buildLimits, measureLimits } from './limits.mjs';
import { buildFolder, makeModel } from './models.mjs';
import { planOf, titleOf, wantedOf } from './plan.mjs';
import { report } from './report.mjs';
import { wireSizes } from './wire.mjs';

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export async function comparePeers(options) {
  if (options.from !== undefined) return tell(readResults(options.from), options);
  return tell(await measure(options), options);
}

function keepResults(results) {
  mkdirSync(join(root, buildFolder), { recursive: true });
  writeFileSync(join(root, buildFolder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
}

function readResults(path) {
  try {
    const results = JSON.parse(readFileSync(path, 'utf8'));
    if (results.command && results.failures) return results;
    throw new Error('it has no command and failures');
  } catch (error) {
    throw new Problem(
      `--from ${path}, expected the results.json of an earlier run: ${error.message}`,
    );
  }
}

async function measure(options) {
  const sections = planOf(options);
  const folder = await prepareFolder();
  const limitsFolder = await buildLimits();
  for (const size of new Set(sections.map(({ size }) => size)))
    if (size !== 'shipped') await makeModel(size);

  const [plain, isolated] = await Promise.all([
    serve(folder),
    serve(folder, { headers: isolation }),
  ]);
  const places = { folder, plain: `${plain.address}page/`, isolated: `${isolated.address}page/` };
  const measured = sections.map((section) => ({
    ...section,
    title: titleOf(section),
    entrants: section.entrants.map((entrant) => ({ ...entrant, visits: [] })),
  }));
  const limits = [];
  const failures = [];
  const started = Date.now();
  const resultsOf = (rounds) => ({
    command: options.command,
    date: new Date(started).toISOString().slice(0, 10),
    minutes: (Date.now() - started) / 60_000,
    runs: rounds,
    machine: machine(measured),
    versions: peerVersions(),
    limits: bestLimits(limits),
    wire: wireSizes(folder, enginesIn(measured)),
    sections: measured.map(({ entrants, ...section }) => ({
      ...section,
      entrants: entrants.filter(({ visits }) => visits.length > 0),
    })),
    failures,
  });
  try {
    for (let round = 1; round <= options.runs; round++) {
      limits.push(await measureLimits(limitsFolder));
      for (const section of measured)
        for (const entrant of section.entrants) {
          process.stderr.write(
            `round ${round} of ${options.runs}: ${nameOf(entrant)}, ${section.title}\n`,
          );
          const attempt = () => measureOne(section, entrant, places);
          try {
            // A visit that fails once may have met a busy machine; hours of others are not lost for it.
            entrant.visits.push(await attempt().catch(attempt));
          } catch (error) {
            failures.push(`${section.title}: ${nameOf(entrant)}: ${error.message}`);
          }
        }
      // After each round: what has been measured is not lost when the rest is interrupted.
      keepResults(resultsOf(round));
    }
  } finally {
    plain.close();
    isolated.close();
  }
  return resultsOf(options.runs);
}

const nameOf = ({ engine, model, dtype, threads }) =>
  [engine, ...(model ? [model] : []), dtype, ...(threads > 1 ? [`${threads} threads`] : [])].join(
    ' ',
  );

async function measureOne(section, entrant, places) {
  const wanted = wantedOf(section, entrant);
  if (section.place === 'node') return measureInNode(places.folder, wanted);
  const address = section.threads > 1 ? places.isolated : places.plain;
  const call = section.size === 'shipped' ? 'visitShipped' : 'visit';
  return visit(address, wanted, { slow: section.slow, call });
}

async function measureInNode(folder, wanted) {
  const script = join(root, 'tools/bench/peers/in-node.mjs');
  const base = pathToFileURL(`${folder}/page/`).href;
  const { output } = await run(process.execPath, [script, base, JSON.stringify(wanted)], {
    quiet: true,
    minutes: 10,
  });
  return JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')));
}

const enginesIn = (sections) => [
  ...new Set(sections.flatMap(({ entrants }) => entrants.map(({ engine }) => engine))),
];

function machine(sections) {
  const visits = sections.flatMap(({ entrants }) => entrants.flatMap(({ visits }) => visits));
  return {
    processor: `${cpus()[0].model.trim()}, ${cpus().length} of its threads`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    chromium: visits.find(({ version }) => !version.startsWith('v'))?.version,
    node: process.version,
  };
}

function tell(results, { write, from }) {
  const { text, wrong: mistakes } = report(results);
  const wrong = [...results.failures, ...mistakes];
  console.log(text);
  console.log(`\nall samples: ${from ?? `${buildFolder}/results.json`}`);
  for (const sentence of wrong) console.error(`wrong: ${sentence}`);
  if (write && wrong.length === 0) writeDocument(text);
  else if (write) console.error('docs/performance.md is left as it was');
  return wrong.length > 0 ? 1 : 0;
}
