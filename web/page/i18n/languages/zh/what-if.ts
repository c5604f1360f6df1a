/** Heads that are switched off. */
import { html } from 'lit';
import type { Texts } from '../../texts.ts';
import { chapter } from './chapter.ts';

export const whatIf: Texts['whatIf'] = {
  title: '如果……会怎样',
  body: html`<p>
    一个注意力头有多大用处？把它关掉（让它交出的都变成零），看看有什么变化。在这里关掉的头，在每一章里都是关着的，恢复之后才重新起作用。
  </p>`,
  worth: {
    stories: html`<p>
      单独一个头，少了往往看不大出来。25 个头里不论关掉哪一个，“<span lang="en"
        >Once upon a time, there was a little girl named</span
      >”之后排第一的都是“Lily”，概率在 13.1% 到 41.3% 之间，原来是 39.3%；其中有 11 个，关掉之后
      Lily 的概率反而升高（每个头的数值见${chapter('study')}）。“<span lang="en"
        >The dog was sad because he lost his</span
      >”则有一个头说了算：关掉第 2 层第 4 个头，“home”就排到了“toy”前面。
    </p>`,
    'stories-large': html`<p>
      单独一个头，少了往往看不大出来。42 个头里不论关掉哪一个，“<span lang="en"
        >Once upon a time, there was a little girl named</span
      >”之后排第一的都是“Lily”，概率在 51.5% 到 63.5% 之间，原来是 61.1%；其中有 14 个，关掉之后
      Lily 的概率反而升高（每个头的数值见${chapter('study')}）。“<span lang="en"
        >The dog was sad because he lost his</span
      >”之后，几个词不相上下：有 4 个头，单独关掉哪一个都会让别的词排到“favorite”前面，其中 3
      个让“toy”排第一。
    </p>`,
    zh: html`<p>
      单独一个头，少了往往看不大出来。42
      个头里不论关掉哪一个，“今天很冷，我想喝一杯热”之后排第一的都是“水”，概率在 25.9% 到 42.8%
      之间，原来是 32.5%。
    </p>`,
    tang: html`<p>
      “空山新雨后，天气晚来”之后，王维写的是“秋”；这个模型把“新”排第一（25.0%），“秋”只有 2.2%。把
      42 个头逐个关掉，只有 3
      个关掉之后会换一个字排第一。“白日依山尽，黄河入海流。欲穷千里目，更上一层”就不同了：接下来的“楼”与“流”押韵，占
      95.6%；把${chapter('looking')}说的那三个找韵脚的头（第 4 层第 2 个，第 6 层第 1 个和第 2
      个）都关掉，“楼”就跌到 31.7%。
    </p>`,
  },
  heads: '关掉一个',
  headsText: '选一个头，改变它的强度；或者逐个关掉试试。',
  look: '改动之后，后面的头看到什么',
  lookText: (head) => `最后一层编号相同的头（第 ${head} 个）：前面各层的改动会影响它。`,
  lookLast: '选中的是最后一层的头，后面再没有头，所以会变的只有候选词元。',
  next: '改动之后，接下来可能是什么',
  nextText: '接在最后一个词元之后。空心框：改动之前的概率。',
  translation: '翻译又会怎样',
  translationBody: html`<p>
    从英文到中文，只有解码器的交叉注意力这一条路。在“<span lang="en"
      >The moon is very bright tonight.</span
    >”里，它的十二个头没有哪一个非有不可：少了第 1 层第 1
    个头，贪心多写一个“得”；少了别的任何一个，译文都不变。第 3
    层的四个全关掉，贪心就丢了月亮，写成“今晚是美国的。”；集束搜索还留着月亮，只是“明亮”成了“好”：“今晚的月亮很好。”十二个全关掉，不论原句是什么，译文都一样。这些就是${chapter('translating')}里的头：在这里选中或关掉，那里也一样。
  </p>`,
};
