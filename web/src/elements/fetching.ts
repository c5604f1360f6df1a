/** For a script that fetches a model's files itself: bodies that go on where their connection breaks, and how long they are. */
export { AnnouncedLength } from '../shared/announced.ts';
export { type Ask, BegunAnew, bodyOf, kMostBeginnings } from '../shared/resumed.ts';
