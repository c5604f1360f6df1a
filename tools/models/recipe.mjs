// A recipe of tools/models/recipes, before hours go into it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from '../lib/shell.mjs';

const { renamed } = JSON.parse(readFileSync(join(root, 'core/options/training.json'), 'utf8'));

/** Throws a Problem about an option that has another name now; what else is wrong the trainer says. */
export function checkNames(recipe, file) {
  const former = Object.keys(recipe.training ?? {}).find((name) => Object.hasOwn(renamed, name));
  if (former !== undefined)
    throw new Problem(
      `${file}'s 'training' has a field '${former}', which is now ${renamed[former]}`,
    );
}
