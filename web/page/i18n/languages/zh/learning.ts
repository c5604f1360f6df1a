/** The transformer that is written by hand, and the one that learns. */
import { html } from 'lit';
import { kArticles, titleOf } from '../../../sources.ts';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';

export const learning: Texts['learning'] = {
  title: '手写的与学来的',
  body: html`<p>
    权重里装着什么？任务足够小的时候，人可以直接把权重写出来；而一个从随机开始的
    Transformer，也能自己找到权重。这里两种都有，任务相同：<strong class="eq">a a b</strong>
    之后，又是 <strong class="eq">a a b</strong>。
  </p>`,
};

export const aab: Texts['aab'] = {
  title: '手写的 Transformer',
  body: html`<p>
    这个模型没有训练过。Theia Vogel 直接写下了它的权重，让它不停地写
    <strong class="eq">a a b a a b ……</strong
    >：两个字母、五个位置、一层、一个头、八个通道（每个向量有八个数，每个数是一个通道；见《${titleOf(kArticles.handmade)}》）。五个通道表示字母在<em>哪里</em>（P），两个表示它是<em>哪个</em>字母（T），最后一个传递<em>值</em>（V）。
  </p>`,
  loading: '正在加载模型……',
  failed: (message) => `模型无法运行：${message}`,
  tryAgain: '重试',
  /** In the text of its figures. */
  writing: chapter('writing'),
};
