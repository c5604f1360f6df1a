import { attention } from './en/attention.ts';
import { general } from './en/general.ts';
import { layers } from './en/layers.ts';
import { proof } from './en/proof.ts';
import { reading } from './en/reading.ts';
import { study } from './en/study.ts';
import { train } from './en/learning.ts';
import { translating } from './en/translating.ts';
import { writing } from './en/writing.ts';

/** Every word that an element says by itself. */
export const en = {
  ...general,
  ...reading,
  ...attention,
  ...layers,
  ...writing,
  ...translating,
  train,
  study,
  proof,
};

export type Words = typeof en;
