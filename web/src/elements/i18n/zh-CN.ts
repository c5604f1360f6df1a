import type { Words } from './en.ts';
import { attention } from './zh-CN/attention.ts';
import { general } from './zh-CN/general.ts';
import { layers } from './zh-CN/layers.ts';
import { proof } from './zh-CN/proof.ts';
import { reading } from './zh-CN/reading.ts';
import { study } from './zh-CN/study.ts';
import { train } from './zh-CN/learning.ts';
import { translating } from './zh-CN/translating.ts';
import { writing } from './zh-CN/writing.ts';

export const zhCN: Words = {
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
