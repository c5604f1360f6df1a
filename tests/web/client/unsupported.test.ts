/** What Hugging Face's generation has and this engine refuses: an option that we have is none of it. */
import { expect, test } from 'vitest';
import { unsupported } from '../../../web/src/client/options.ts';
import { generationRules } from '../../../web/src/shared/options.ts';

test('no option is both taken and refused', () => {
  expect(Object.keys(unsupported).filter((name) => name in generationRules)).toEqual([]);
  expect(Object.keys(generationRules)).toContain('temperature');
});
