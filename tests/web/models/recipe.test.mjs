import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkNames } from '../../../tools/models/recipe.mjs';

const recipes = new URL('../../../tools/models/recipes/', import.meta.url);

test('an option with its former name is refused with its present one', () => {
  const check = (training) => () => checkNames({ training }, 'r.json');
  expect(check({ learning_rate: 0.001 })).toThrow(
    "r.json's 'training' has a field 'learning_rate', which is now 'lr'",
  );
  expect(check({ lr: 0.001, beta2: 0.98 })).toThrow("is now the second number of 'betas'");
  expect(check({ lr: 0.001 })).not.toThrow();
});

test('no recipe has a former name', () => {
  const files = readdirSync(recipes).filter((name) => name.endsWith('.json'));
  expect(files).not.toEqual([]);
  for (const name of files) checkNames(JSON.parse(readFileSync(new URL(name, recipes))), name);
});
