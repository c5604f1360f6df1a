/** What stands in the fields of the reference at first. */
export const examples: Readonly<Record<string, string>> = {
  'glass-model': `<glass-model src="tang" text="白日依山尽，" lazy>
  <glass-input></glass-input>
  <glass-attention view="lines"></glass-attention>
</glass-model>`,
  'glass-input': `<glass-model src="tang" text="春眠不觉晓，" lazy>
  <glass-input placeholder="写一句诗"></glass-input>
  <glass-next-token limit="5"></glass-next-token>
</glass-model>`,
  'glass-tokens': `<glass-tokens model="tang" text="明月松间照，清泉石上流。" lazy></glass-tokens>`,
  'glass-matrix': `<glass-matrix model="aab" text="aab" hook="logits" rows-as="token" legend caption="logits" lazy></glass-matrix>`,
  'glass-embeddings': `<glass-embeddings model="aab" text="aab" lazy></glass-embeddings>`,
  'glass-attention': `<glass-attention model="tang" text="白日依山尽，" layer="1" head="3" lazy></glass-attention>`,
  'glass-attention-steps': `<glass-attention-steps model="aab" text="aabaa" query="4" lazy></glass-attention-steps>`,
  'glass-heads': `<glass-heads model="tang" text="明月松间照，清泉石上流。" findable lazy></glass-heads>`,
  'glass-changes': `<glass-model src="tang" text="明月松间照，清泉石上流。" lazy>
  <glass-heads switchable></glass-heads>
  <glass-changes></glass-changes>
</glass-model>`,
  'glass-block': `<glass-block model="tang" text="空山新雨后，天气" lazy></glass-block>`,
  'glass-norm': `<glass-norm model="tang" text="空山新雨后，天气" layer="2" place="feedForward" lazy></glass-norm>`,
  'glass-feed-forward': `<glass-feed-forward model="tang" text="空山新雨后，天气" layer="2" lazy></glass-feed-forward>`,
  'glass-join': `<glass-join model="tang" text="空山新雨后，天气" layer="1" lazy></glass-join>`,
  'glass-logits': `<glass-logits model="tang" text="空山新雨后，天气" lazy></glass-logits>`,
  'glass-surprise': `<glass-surprise model="tang" text="床前明月光，疑是地上霜。" lazy></glass-surprise>`,
  'glass-patch': `<glass-patch model="tang" clean="床前明月光，疑是地上" corrupted="床前明月夜，疑是地上" lazy></glass-patch>`,
  'glass-attribution': `<glass-attribution model="tang" text="空山新雨后，天气" lazy></glass-attribution>`,
  'glass-ablation': `<glass-ablation model="tang" text="空山新雨后，天气" kind="mean" lazy></glass-ablation>`,
  'glass-circuit': `<glass-circuit model="tang" text="空山新雨后，天气" kind="qk" layer="0" head="1" lazy></glass-circuit>`,
  'glass-next-token': `<glass-next-token model="tang" text="白日依山尽，" limit="5" with-logits lazy></glass-next-token>`,
  'glass-generate': `<glass-generate model="tang" text="白日依山尽，" modes="greedy sample" lazy></glass-generate>`,
  'glass-beam-tree': `<glass-beam-tree model="tang" text="白日依山尽，" settings='{"num_beams":3,"max_new_tokens":6}' lazy></glass-beam-tree>`,
  'glass-translate': `<glass-translate model="zh-en" text="我喜欢喝茶。" lazy></glass-translate>`,
  'glass-map': `<glass-map model="tang" text="明月松间照，清泉石上流。" lazy></glass-map>`,
  'glass-positions': `<glass-positions model="tang" text="明月松间照，清泉石上流。" lazy></glass-positions>`,
  'glass-padding': `<glass-padding model="zh-en" texts='["我爱你。","今晚的月亮真美。"]' lazy></glass-padding>`,
  'glass-variance': `<glass-variance width="64"></glass-variance>`,
  'glass-by-hand': `<glass-by-hand options='{"x": [[1, 0], [0, 2]], "w_query": [[1, 0], [0, 1]], "w_key": [[0, 1], [1, 0]], "w_value": [[2, 0], [0, 3]], "scaled": true}'></glass-by-hand>`,
  'glass-proof': `<glass-proof model="aab" lazy></glass-proof>`,
  'glass-train': `<glass-train max-steps="200"></glass-train>`,
  'glass-save': `<glass-save model="aab" text="aabaa" caption="谁在看谁" lazy>
  <glass-attention></glass-attention>
</glass-save>`,
};
