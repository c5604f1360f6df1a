/** What the figure's JSON says of each part, with the names of its hooks. */
import { meanProbability, rankedByChange } from '../../view/ablation.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { AblatedRuns, Without } from '../../study/ablated-runs.ts';
import {
  logsBefore,
  type Measured,
  ofMeasured,
  sumOf,
  type Worth,
  worthsOf,
} from '../../study/worths.ts';

export function numbersOf(
  runs: AblatedRuns,
  measured: Measured,
  chosen: Worth,
): Readonly<Record<string, Json>> {
  const { question, targets, without, texts } = runs;
  const logs = logsBefore(runs, measured);
  const before = meanProbability(logs);
  const told = ({ at, part, probability }: Worth): Json => {
    const { logProbabilities, first } = without[at] as Without;
    const id = measured === 'whole' ? undefined : first[measured];
    return {
      ...part,
      probability: numberOf(probability),
      log_probability: numberOf(sumOf(ofMeasured(logProbabilities, measured))),
      ...(id === undefined ? {} : { first: { id, text: texts.get(id) ?? '' } }),
    };
  };
  return {
    kind: question.kind,
    reference: question.reference,
    tokens: ofMeasured(targets, measured).map(({ row, id, text }) => ({ row, id, text })),
    probability: numberOf(before),
    log_probability: numberOf(sumOf(logs)),
    without: rankedByChange(worthsOf(runs, measured), before).map(told),
    chosen: told(chosen),
  };
}
