// The config goes from the core to JavaScript and back: a field that is not bound would be lost without a word.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('every field of ModelConfig is bound', () => {
  const [, body = ''] =
    /struct ModelConfig \{([\s\S]*?)\n\n {2}[^\n]*\) const/.exec(
      read('core/include/glassformer/config.hpp'),
    ) ?? [];
  const code = body.replaceAll(/\/\/.*/g, '');
  const fields = [...code.matchAll(/[\s>](\w+)(?: =[^;]*)?;/g)].map(([, name]) => name);
  expect(fields.length).toBeGreaterThan(20);
  const bound = [...read('wasm/bindings/model.cpp').matchAll(/"(\w+)", &ModelConfig::\1\)/g)];
  expect(bound.map(([, name]) => name)).toEqual(fields);
});
