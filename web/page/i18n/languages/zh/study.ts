/** For those who study models: surprise, activation patching, direct logit attribution. */
import { html } from 'lit';
import type { Texts } from '../../texts.ts';

export const study: Texts['study'] = {
  title: '写给研究模型的人',
  body: html`<p>
    故事讲完了，这一章是工具：像研究者那样追问同一个模型，什么让它意外，它把知道的东西放在哪里，又是哪一部分在为一个词元说话。名称沿用
    TransformerLens；每个结果都可以存成 JSON，算出它的 JavaScript 代码就在图的下面。
  </p>`,
  surprise: '什么让它意外',
  surpriseBody: html`<p>
    模型学的就是尽量少意外：训练时的损失，正是这些条的平均值（单位是奈特，1 比特合 0.69
    奈特）。点一点某个词元：模型原以为那里会是什么？
  </p>`,
  patch: '差别存放在哪里',
  patchBody: html`<p>
    两句话只差一个词。从第一句的运算里取一个向量，放进第二句，看答案是否变回第一句的：变回来的地方，就是模型存放这个差别的地方。这种做法叫激活替换（activation
    patching）。
  </p>`,
  patched: {
    stories: html`<p>
      句中是“boy”，模型就接着写“Tim”；换成“girl”，就写“Lily”。第 1
      层之前，差别全在那一个词上：1.00。到第 2 层之前，最后的词元“named”已经比它多：0.55 对
      0.40。到第 4 层之前，那个词上什么也不剩，“named”则有 0.98。
    </p>`,
    tang: html`<p>
      “山中相送罢，日暮掩柴”接下来是“扉”；把“罢”换成“人”，接下来就是“门”：说的都是一扇门，却不是同一个韵。第
      1 层之前，差别全在那一个字上：1.00。到第 2 层之前，那里只剩 0.37，最后一个字“柴”有 0.55；到第
      4 层之前，“柴”有 0.86。
    </p>`,
  },
  attribution: '哪一部分在为一个词元说话',
  attributionBody: {
    stories: html`<p>
      “Lily”的 logit
      是一个总和：多少来自词元本身，多少来自每个头、每个前馈网络。最后一次归一化按当时的值固定不变。按一下某层注意力，就能看到它的各个头；再减去另一个词元的
      logit，就看得出在两者之间，是谁说了算。
    </p>`,
    tang: html`<p>
      “迟”的 logit
      是一个总和：多少来自词元本身，多少来自每个头、每个前馈网络。最后一次归一化按当时的值固定不变。按一下某层注意力，就能看到它的各个头；再减去另一个词元的
      logit，就看得出在两者之间，是谁说了算。
    </p>`,
  },
};
