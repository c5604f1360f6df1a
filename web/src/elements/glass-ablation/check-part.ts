import type { ResolvedConfig } from '../../shared/model-types.ts';
import { partName, partRows, partsIn } from '../../view/ablation.ts';
import { refuse } from '../base/attributes.ts';

/** Refuses what names no part of the model that can be left out. */
export function checkPart(name: string, config: ResolvedConfig): void {
  const names = partsIn(partRows(config)).map(partName);
  if (!names.includes(name))
    refuse('without', `one part of the model, such as "${names[0]}"`, `"${name}"`);
}
