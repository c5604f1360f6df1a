import { createEngine, loadModel } from 'glassformer';
import { afterEach, describe, expect, test } from 'vitest';

const engine = createEngine();

afterEach(async () => {
  expect((await engine.info()).openHandles).toBe(0);
});

describe('every shipped model', () => {
  test.each(['aab', 'stories', 'stories-large', 'zh', 'tang', 'en-zh', 'zh-en'])(
    'agrees with its golden.json: %s',
    async (name) => {
      const model = await loadModel(name, { engine });
      const { agrees, tokensAgree, activations, generated, computedBy } = await model.verify();
      await model.close();
      expect({ agrees, tokensAgree }).toEqual({ agrees: true, tokensAgree: true });
      expect(computedBy).toMatch(/^PyTorch .*float64$/);
      expect(activations.length).toBeGreaterThan(2);
      expect(generated.length).toBeGreaterThan(0);
      for (const { found, expected, foundIds, expectedIds } of generated) {
        expect(found).toBe(expected);
        expect(expectedIds).not.toBeNull();
        expect(foundIds).toEqual(expectedIds);
      }
      for (const { share, largest } of activations) {
        expect(share).toBeLessThanOrEqual(1);
        expect(largest).toBeLessThan(1e-3);
      }
    },
  );
});
