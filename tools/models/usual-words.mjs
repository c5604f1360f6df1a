// Words by hand: `word meaning`, or `word/reading meaning` where the reading that is counted is another one's. In parentheses what
// has no counterpart. gloss.mjs puts them above what is counted.

// What is in most sentences goes with every word of the other language, so that counting tells nothing of it; and words that
// isPhrase would take for a common word and another one.
const chinese = `
我 I; 你 you; 您 you (polite); 他 he; 她 she; 它 it; 我们 we; 咱们 we; 你们 you (plural); 他们 they; 她们 they; 它们 they; 自己 oneself;
大家 everyone; 人们 people; 们 (plural); 谁 who; 什么 what; 哪 which; 哪里 where; 哪儿/nǎr where; 哪个 which; 怎么 how; 怎样 how; 怎么样 how;
为什么 why; 多少 how many; 几 several; 多 many; 少 few; 这 this; 那 that; 这个 this; 那个 that; 这些 these; 那些 those; 这里 here;
这儿/zhèr here; 那里 there; 那儿/nàr there; 这样 so; 那样 so; 这么 so; 那么 so; 每 every; 每个 every; 各 each; 别 don't; 别的 other; 其他 other;
不 not; 没 not; 没有 have not; 无 without; 非 not; 是 is; 不是 is not; 有 have; 在 at; 会 will; 能 can; 能够 can; 可以 may; 可能 maybe; 要 want;
想 want; 应该 should; 必须 must; 得/de (degree); 敢 dare; 肯 be willing; 的 (of); 地/de (-ly); 了 (done); 过 (once); 着 (-ing); 吗 (question);
呢 (question); 吧 (suggestion); 啊 (ah); 呀 (ah); 嘛 (of course); 把 (object); 被 by; 给 give; 让 let; 叫 call; 使 make; 对 to, right; 向 towards; 往 towards; 从 from;
到 to; 为 for; 为了 in order to; 跟 with; 和 and; 与 and; 同 with; 用 use; 以 by; 比 than; 除了 except; 关于 about; 因为 because; 所以 so; 但 but;
但是 but; 可是 but; 不过 however; 如果 if; 要是 if; 虽然 although; 或 or; 或者 or; 还是 or; 而 and; 而且 moreover; 并 and; 并且 and; 也 also;
都 all; 就 then; 才 only then; 只/zhǐ only; 这只/zhèzhī this; 那只/nàzhī that; 一只/yìzhī a; 两只/liǎngzhī two; 三只/sānzhī three; 几只/jǐzhī several; 每只/měizhī every; 这只是/zhèzhǐshì this only is; 那只是/nàzhǐshì that only is; 还 still; 又 again; 再 again; 已经 already; 正在 just now; 刚 just; 刚刚 just; 总是 always; 常 often; 常常 often;
经常 often; 从来 ever; 很 very; 太 too; 非常 very; 更 more; 最 most; 真 really; 好 good; 一 one; 二 two; 两 two; 三 three; 四 four; 五 five; 六 six;
七 seven; 八 eight; 九 nine; 十 ten; 百 hundred; 千 thousand; 万 ten thousand; 第一 first; 一些 some; 一点 a little; 一样 same; 一起 together; 一直 always;
个 (measure); 位 (measure); 辆 (measure); 张 (measure); 条 (measure); 件 (measure); 本 (measure); 块 piece; 杯 cup; 次 time; 只是 only; 种 kind; 些 some; 里 in; 上 on;
下 under; 中 in; 内 inside; 外 outside; 前 before; 后 after; 之前 before; 之后 after; 以前 before; 以后 after; 时 when; 时候 time; 当 when; 来 come;
去 go; 回 return; 进 enter; 出 out; 起 up; 开 open; 关 close; 走 walk; 跑 run; 看 look; 见 see; 听 hear; 说 say; 讲 speak; 告诉 tell; 问 ask; 知道 know;
认为 think; 觉得 feel; 喜欢 like; 爱 love; 做 do; 干/gàn do; 吃 eat; 喝 drink; 买 buy; 卖 sell; 拿 take; 带 bring; 放 put; 找 look for; 等 wait; 住 live; 坐 sit; 站 stand;
睡 sleep; 写 write; 读 read; 学 learn; 工作 work; 请 please; 谢谢 thanks; 今 now; 今天 today; 明天 tomorrow; 昨天 yesterday; 现在 now; 天 day; 年 year; 月 month; 日 day;
一定 surely; 一月 January; 周一 Monday; 星期一 Monday; 同一 same; 唯一 only; 你好 hello; 难过 sad; 不满 dissatisfied; 真的 really; 是的 yes; 目的 purpose;
不错 not bad; 不同 different; 不久 soon; 不用 need not; 不必 need not; 不得不 have to; 不好意思 sorry; 没关系 never mind; 没事 all right; 不断 constantly;
不管 no matter; 不但 not only; 太阳 sun; 太太 Mrs; 很多 many; 很少 few; 一切 everything; 一般 usual; 一半 half; 一会儿/yíhuìr a while; 一下 a bit; 一边 while;
一次 once; 一天 one day; 这时 then; 那天 that day; 只有 only; 只要 as long as; 就是 just is; 还有 also; 和平 peace; 跟着 following; 被子 quilt; 把握 grasp;
把手 handle; 他人 others; 只好 have to; 一万 ten thousand; 一百 hundred; 一千 thousand; 唱歌 sing; 关门 close the door; 下雨 rain;
不幸 unfortunate; 不安 uneasy; 不仅 not only; 不论 no matter; 不足 not enough; 没用 useless; 不要 don't; 不能 cannot; 不会 will not; 不知道 not know;
去年 last year; 去世 die; 在于 lie in; 在乎 care; 在意 mind; 去掉 remove; 来自 come from; 来年 next year; 来信 letter;
点 o’clock; 有点 a little; 下雪 snow; 不对 not right; 干杯 cheers; 酒吧 bar; 十一 eleven; 十二 twelve; 二月 February; 五月 May; 八月 August; 九月 September; 十一月 November; 十二月 December; 律师 lawyer; 蛋糕 cake; 吉他 guitar; 维他命 vitamin; 修 repair; 学生 student; 学校 school; 图书馆 library; 老师 teacher; 医生 doctor; 电影 movie; 天气 weather; 睡觉 sleep; 学习 study;
甚么 what; 如何 how; 认识 know; 打算 intend; 意思/yìsi meaning; 容易 easy; 发生 happen; 感到 feel; 感觉 feel; 感谢 thank; 方法 method; 办法 way; 好像 seem; 像 like;
事情 matter; 马 horse; 马上 at once; 死 die; 穿 wear; 声音 voice; 旁边 beside; 美国 America; 电话 telephone; 分 minute; 忘记 forget; 饭 meal; 差 bad; 送 give;
身体 body; 手 hand; 脚 foot; 头 head; 心 heart; 山 mountain; 海 sea; 光 light; 草 grass; 座 (measure); 份 (measure); 颗 (measure); 架 (measure); 整 whole; 遇见 meet; 遇到 meet;
参加 take part; 越 the more; 特别 special; 画 paint; 收到 receive; 菜 dish; 球 ball; 照片 photo; 运动 sport; 曾经 once; 愿意 be willing; 考虑 consider; 继续 continue;
聪明 clever; 抓 catch; 清楚 clear; 祝 wish; 挺 quite; 碰 touch; 足够 enough; 极 extremely; 咬 bite; 适合 suit; 选 choose; 方式 way; 简单 simple; 舒服 comfortable;
查 check; 通过 through; 永远 forever; 绝对 absolutely; 放弃 give up; 吃惊 surprised; 愉快 happy; 快乐 happy; 介绍 introduce; 超过 exceed; 思想 thought; 开始 begin; 结束 end;
公共汽车 bus; 爸爸 dad; 将 will;
大 big; 小 small; 新 new; 老 old; 高 high; 长 long; 冷 cold; 热 hot; 快 fast; 慢 slow; 明亮 bright; 亮 bright; 美 beautiful; 美丽 beautiful; 奇怪 strange;
好奇 curious; 门 door; 人 person; 家 home; 钱 money; 水 water; 事 matter; 东西 thing; 地方 place; 问题 question; 话 words; 书 book; 车 car; 孩子 child; 朋友 friend
`;

const english = `
i 我; you 你; he 他; she 她; it 它; we 我们; they 他们; me 我; him 他; her 她; us 我们; them 他们; my 我的; your 你的; his 他的; its 它的; our 我们的; their 他们的;
mine 我的; yours 你的; myself 我自己; yourself 你自己; himself 他自己; the （特指）; a 一个; an 一个; this 这; that 那; these 这些; those 那些; is 是; am 是; are 是;
was 是（过去）; were 是（过去）; be 是; been 是（完成）; being 正在; isn't 不是; aren't 不是; wasn't 不是; i'm 我是; you're 你是; he's 他是; she's 她是; it's 它是; that's 那是;
we're 我们是; they're 他们是; i've 我已; i'll 我会; i'd 我想; you'll 你会; he'll 他会; she'll 她会; we'll 我们会; have 有; has 有; had 有（过去）; do （助动词）; does （助动词）; did （过去）;
done 做完; not 不; no 没有; don't 不; doesn't 不; didn't 没; can't 不能; cannot 不能; won't 不会; couldn't 不能; shouldn't 不该; haven't 还没; hasn't 还没; can 能; could 能; will 会;
would 会; shall 将; should 应该; must 必须; may 可以; might 可能; to 去/对; of ……的; in 在……里; on 在……上; at 在; by 被/由; for 为; with 和; without 没有; from 从;
about 关于; into 进; than 比; as 像; like 喜欢/像; up 向上; down 向下; out 出; off 离开; over 在……上方; under 在……下; before 在……前; after 在……后; between 在……之间; and 和;
or 或; but 但是; so 所以; if 如果; because 因为; when 当……时; while 当……时; though 虽然; although 虽然; what 什么; who 谁; which 哪个; where 哪里; why 为什么; how 怎么; there 那里; here 这里;
very 很; too 太; also 也; only 只; just 刚; still 还; again 再; already 已经; always 总是; never 从不; often 经常; now 现在; then 然后; more 更多; most 最; much 很多; many 很多;
some 一些; any 任何; all 全部; every 每个; each 每个; other 别的; another 另一个; one 一; two 二; three 三; yes 是; please 请; let's 我们来; let 让; go 去; went 去了; come 来; came 来了;
get 得到; got 得到; make 做; made 做了; take 拿; took 拿了; give 给; say 说; said 说了; tell 告诉; told 告诉了; know 知道; think 想; want 想要; need 需要; see 看见; saw 看见了; look 看;
phone 电话; cell 手机; nice 好; good 好; fine 好; bed 床; bad 坏; big 大; small 小; old 老; new 新; long 长; buy 买; bought 买了; time 时间; way 方法; thing 东西; people 人们
`;

/** Each word with its meaning, and its reading where that is given. */
const entriesOf = (list) =>
  list
    .trim()
    .split(/;\s*/)
    .map((entry) => {
      const [written, ...meaning] = entry.trim().split(/\s+/);
      const [word, reading = null] = written.split('/');
      return [word, { meaning: meaning.join(' '), reading }];
    });

export const usualWords = {
  chinese: new Map(entriesOf(chinese)),
  english: new Map(entriesOf(english)),
};

const measures = '个名位辆张条件本块杯首座棵间顿份双';

/**
 * Whether a stretch that was counted is a common word and another one, such as 我想 (“want”), which would hide the first of them.
 * @param known has (word): whether it has a meaning by itself
 */
export function isPhrase(word, known) {
  const { chinese: usual } = usualWords;
  if (usual.has(word) || [...word].length < 2) return false;
  const isWord = (part) => usual.has(part) || known.has(part);
  const [before, after] = [word.slice(0, -1), word.slice(1)];
  return (
    /[我你您他她它]/.test(word) ||
    new RegExp(`^[不没在去来]|^正在|^一[${measures}]|[了吗呢吧]$`).test(word) ||
    (/[的着过一]$/.test(word) && isWord(before)) ||
    (/^[很太被把和跟也都就还只这那一是]/.test(word) && isWord(after))
  );
}

/**
 * The counted words without phrases. A verb that was counted only with 了, as 解决了, is kept without it.
 * @param counted Map of words to meanings
 */
export function withoutPhrases(counted) {
  const kept = new Map([...counted].filter(([word]) => !isPhrase(word, counted)));
  for (const [word, meaning] of counted) {
    const verb = word.slice(0, -1);
    if (word.endsWith('了') && !counted.has(verb) && !isPhrase(verb, counted))
      kept.set(verb, meaning);
  }
  return kept;
}
