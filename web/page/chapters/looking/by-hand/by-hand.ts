/** The article's three-input example: inputs and weights that the reader may change. */
import { signal } from '@preact/signals-core';
import type { WorkedExample } from '../../../opened.ts';
import { kArticleExample } from './example.ts';

export class ByHand {
  readonly example: WorkedExample;
  readonly options = signal(kArticleExample);

  constructor(example: WorkedExample) {
    this.example = example;
  }
}
