/** For a script that fetches a model's files itself: bodies that go on where their connection breaks, how long they are and how long they still take, and which files a tokenizer has. */
export { AnnouncedLength } from '../shared/announced.ts';
export { isHtmlText } from '../shared/files.ts';
export { secondsLeft } from '../shared/time-left.ts';
export {
  type Ask,
  BegunAnew,
  bodyOf,
  type FileTold,
  kMaxBeginnings,
  type Part,
  restOf,
  toldOf,
} from '../shared/resumed.ts';
export {
  kTokenizerFiles,
  listedInText,
  takeTokenizer,
  type TokenizerFile,
} from '../shared/tokenizer-files.ts';
