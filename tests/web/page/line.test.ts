import { beforeEach, expect, it } from 'vitest';
import { createStory, type Story } from '../../../web/page/story.ts';
import type { Run } from '../../../web/src/shared/run-types.ts';
import './all-languages.ts';

let story: Story;
beforeEach(() => {
  story = createStory('en');
});

const kRun: Run = { tokens: [], activations: {} };
const hasRead = (text: string) =>
  story.shared.line.hasRead({ run: kRun, text, changes: [], unknown: [] });

it('a token is written behind what the figures read, without the blank that was typed behind it', () => {
  const { line } = story.shared;
  line.setText('The dog ');
  line.append(' was');
  expect(line.text.value).toBe('The dog was');
});

it('a token that follows an older text is not written behind a newer one', () => {
  const { line } = story.shared;
  line.setText('The dog');
  hasRead('The dog');
  line.setText('The cat');
  line.append(' barked');
  expect(line.text.value).toBe('The cat');
  hasRead('The cat');
  line.append(' purred');
  expect(line.text.value).toBe('The cat purred');
});
