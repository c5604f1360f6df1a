import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createStory, type Story } from '../../../web/page/story.ts';
import type { Run } from '../../../web/src/shared/run-types.ts';
import './all-languages.ts';

const kExample = 'The bird could not fly. It';

let story: Story;
beforeEach(() => {
  story = createStory('en');
});

it('while Chinese is typed on, its model stays; when the typing rests, the line decides', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { line } = story.shared;
  const typed = (text: string) => {
    line.setText(text);
    return line.writer.value;
  };
  const writers = [...'床前明月光，疑是地上霜'].map((_, i, all) =>
    typed(all.slice(0, i + 1).join('')),
  );
  expect(writers.every((each) => each === 'zh')).toBe(true);
  expect(line.writerByLine.value).toBe('zh');
  vi.advanceTimersByTime(999);
  expect(line.writer.value).toBe('zh');
  vi.advanceTimersByTime(1);
  expect(line.writer.value).toBe('tang');
  expect(line.writerByLine.value).toBe('tang');
  // Letters are taken away one by one, too.
  expect(typed('床前明')).toBe('tang');
  vi.advanceTimersByTime(1000);
  expect(line.writer.value).toBe('tang');
});

it('what is typed over a poem is a poem, until it can be no verse any more', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { line } = story.shared;
  line.setText('空山新雨后，天气晚来');
  expect(line.writer.value).toBe('tang');
  const typed = (text: string) => {
    line.setText(text);
    vi.advanceTimersByTime(2000);
    return line.writer.value;
  };
  const verses = [...'床前明月光，疑是地上霜'];
  expect(verses.map((_, i) => typed(verses.slice(0, i + 1).join('')))).toEqual(
    verses.map(() => 'tang'),
  );
  // An empty line keeps what is shown.
  expect([typed(''), typed('白'), typed('白日')]).toEqual(['tang', 'tang', 'tang']);
  // A modern word, and a length that no verse has, tell when the typing rests.
  line.setText('白日做梦的人');
  expect(line.writer.value).toBe('tang');
  vi.advanceTimersByTime(1000);
  expect(line.writer.value).toBe('zh');
  line.setText('空山新雨后，');
  expect([line.writer.value, typed('空山'), typed('空山新雨后天气晚')]).toEqual([
    'tang',
    'tang',
    'zh',
  ]);
  // A line that stays short, and is none of verses, was none.
  line.setText('空山新雨后，');
  expect(typed('北京大学')).toBe('tang');
  vi.advanceTimersByTime(2000);
  expect(line.writer.value).toBe('zh');
  line.setText('空山新雨后，');
  expect(typed('白日依山尽')).toBe('tang');
  vi.advanceTimersByTime(2000);
  expect(line.writer.value).toBe('tang');
  // No verse has letters or digits.
  for (const text of ['我用 Python 写代码', '用 GitHub 管理代码', '北京 2008 奥运会']) {
    line.setText('空山新雨后，');
    expect(typed(text), text).toBe('zh');
  }
  // Whoever begins with a modern word writes no verse.
  line.setText('空山新雨后，');
  line.setText('今天');
  expect(line.writer.value).toBe('zh');
});

it('what the line is not made for is told of the model that will read it, and figures of another one are old', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { line } = story.shared;
  line.setText('春眠不觉晓');
  hasRead('春眠不觉晓');
  line.setText('春眠不觉晓，我想睡觉');
  const tokens = [...'春眠不觉晓，我想睡觉'].map((text, id) => ({
    id,
    text,
    start: id,
    end: id + 1,
  }));
  line.hasRead('tang', {
    run: { tokens, activations: {} },
    text: '春眠不觉晓，我想睡觉',
    changes: [],
    unknown: [],
  });
  expect([line.writer.value, line.notes.value.foreign]).toEqual(['tang', null]);
  expect(line.isOfAnother.value).toBe(false);
  vi.advanceTimersByTime(1000);
  expect([line.writer.value, line.isOfAnother.value]).toEqual(['zh', true]);
  expect(line.shownWriter.value).toBe('tang');
  line.hasFailed('zh');
  expect(line.isOfAnother.value).toBe(false);
  line.chooseWriter('tang');
  expect(line.notes.value.foreign).toBe('words');
});

it('another text, another script and an address decide at once', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { line } = story.shared;
  line.setText('今天');
  line.setText('床前明月光');
  expect(line.writer.value).toBe('tang');
  line.setText('床前明月光 the moon shines on the old floor');
  expect(line.writer.value).toBe('stories');
  line.setText('床');
  line.setText('床前明月光');
  expect(line.writer.value).toBe('zh');
  line.field.read('床前明月光，');
  expect(line.writer.value).toBe('tang');
});

const kRun: Run = { tokens: [], activations: {} };
function hasRead(text: string): void {
  const { line } = story.shared;
  line.hasRead(line.writer.value, { run: kRun, text, changes: [], unknown: [] });
}

it('a token is written behind what the figures read, without the blank that was typed behind it', () => {
  const { line } = story.shared;
  line.setText('The dog ');
  line.append(' was');
  expect(line.text.value).toBe('The dog was');
});

it('a line break behind the last word is read, and what follows it is written behind it', () => {
  const { line } = story.shared;
  line.setText('Tom said, "Hi." ');
  line.append('\n');
  expect(line.read.value).toBe('Tom said, "Hi."\n');
  line.setText('Tom said, "Hi."\n ');
  expect(line.read.value).toBe('Tom said, "Hi."\n');
  line.append('The');
  expect(line.text.value).toBe('Tom said, "Hi."\nThe');
});

it('of a token that a full line has no room for the rest is left out, and no half of a character stays', () => {
  const { line } = story.shared;
  const full = 'a'.repeat(19_998);
  line.setText(full);
  line.append(' was');
  expect(line.text.value).toBe(`${full} w`);
  line.append(' purred');
  expect(line.text.value).toBe(`${full} w`);
  line.setText(`${full}b`);
  line.append('🍰');
  expect(line.text.value).toBe(`${full}b`);
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

it('what the reader has typed can be taken back after an example or a token has taken its place', () => {
  const line = story.shared.line;
  expect(line.replaced.value).toBe('');
  line.takeExample(kExample);
  expect(line.replaced.value).toBe('');
  line.type('My own line about a dragon');
  expect(line.replaced.value).toBe('');
  line.takeExample(kExample);
  expect(line.replaced.value).toBe('My own line about a dragon');
  line.setText(line.replaced.value);
  expect(line.replaced.value).toBe('');
  line.append(' who');
  expect(line.replaced.value).toBe('My own line about a dragon');
  // What cannot be read is nothing to come back to.
  line.type('');
  line.takeExample(kExample);
  expect(line.replaced.value).toBe('');
});
