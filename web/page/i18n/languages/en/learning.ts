/** The transformer that is written by hand, and the one that learns. */
import { html } from 'lit';
import { kArticles, titleOf } from '../../../sources.ts';
import { chapter } from './chapter.ts';

export const learning = {
  title: 'By hand and by learning',
  body: html`<p>
    What is in the weights? For a task that is small enough, somebody can write them down; and a
    transformer that begins with random numbers can find weights of its own. Here are both, for the
    same task: after <strong class="eq">a a b</strong> comes
    <strong class="eq">a a b</strong> again.
  </p>`,
};

export const aab = {
  title: 'A transformer written by hand',
  body: html`<p>
    Nobody trained this one. Theia Vogel chose its weights so that it writes
    <strong class="eq">a a b a a b …</strong> for ever: two letters, five places, one layer, one
    head, eight channels (“${titleOf(kArticles.handmade)}”). Five channels say <em>where</em> a
    letter stands (P), two say <em>which</em> letter it is (T), and the last carries a
    <em>value</em> (V).
  </p>`,
  loading: 'Loading the model…',
  failed: (message: string) => `The model cannot run: ${message}`,
  tryAgain: 'Try again',
  /** In the text of its figures. */
  writing: chapter('writing'),
};
