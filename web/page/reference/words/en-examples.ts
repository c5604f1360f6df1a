/** What stands in the fields of the reference at first. */
export const examples: Readonly<Record<string, string>> = {
  'glass-model': `<glass-model src="stories" text="Once upon a time" lazy>
  <glass-input></glass-input>
  <glass-attention view="lines"></glass-attention>
</glass-model>`,
  'glass-input': `<glass-model src="stories" text="The little dog" lazy>
  <glass-input placeholder="Type a sentence"></glass-input>
  <glass-next-token limit="5"></glass-next-token>
</glass-model>`,
  'glass-tokens': `<glass-tokens model="stories" text="The little dog was happy." lazy></glass-tokens>`,
  'glass-matrix': `<glass-matrix model="aab" text="aab" hook="logits" rows-as="token" legend caption="Logits" lazy></glass-matrix>`,
  'glass-embeddings': `<glass-embeddings model="aab" text="aab" lazy></glass-embeddings>`,
  'glass-attention': `<glass-attention model="stories" text="Once upon a time" layer="1" head="3" lazy></glass-attention>`,
  'glass-attention-steps': `<glass-attention-steps model="aab" text="aabaa" query="4" lazy></glass-attention-steps>`,
  'glass-heads': `<glass-heads model="stories" text="The little dog was happy." findable lazy></glass-heads>`,
  'glass-changes': `<glass-model src="stories" text="The little dog was happy." lazy>
  <glass-heads switchable></glass-heads>
  <glass-changes></glass-changes>
</glass-model>`,
  'glass-block': `<glass-block model="stories" text="Once upon a time there was" lazy></glass-block>`,
  'glass-norm': `<glass-norm model="stories" text="Once upon a time there was" layer="2" place="feedForward" lazy></glass-norm>`,
  'glass-feed-forward': `<glass-feed-forward model="stories" text="Once upon a time there was" layer="2" lazy></glass-feed-forward>`,
  'glass-join': `<glass-join model="stories" text="Once upon a time there was" layer="1" lazy></glass-join>`,
  'glass-logits': `<glass-logits model="stories" text="Once upon a time there was" lazy></glass-logits>`,
  'glass-surprise': `<glass-surprise model="stories" text="Once upon a time, there was a little girl named" lazy></glass-surprise>`,
  'glass-patch': `<glass-patch model="stories" clean="Tom hugged his mom. Tom loved his" corrupted="Tom hugged his dad. Tom loved his" lazy></glass-patch>`,
  'glass-attribution': `<glass-attribution model="stories" text="Once upon a time there was" lazy></glass-attribution>`,
  'glass-ablation': `<glass-ablation model="stories" text="Once upon a time there was" kind="mean" lazy></glass-ablation>`,
  'glass-circuit': `<glass-circuit model="stories" text="Once upon a time there was" kind="qk" layer="0" head="1" lazy></glass-circuit>`,
  'glass-next-token': `<glass-next-token model="stories" text="Once upon a time" limit="5" with-logits lazy></glass-next-token>`,
  'glass-generate': `<glass-generate model="stories" text="Once upon a time" modes="greedy sample" lazy></glass-generate>`,
  'glass-beam-tree': `<glass-beam-tree model="stories" text="Once upon a time" settings='{"num_beams":3,"max_new_tokens":6}' lazy></glass-beam-tree>`,
  'glass-translate': `<glass-translate model="en-zh" text="I like tea." lazy></glass-translate>`,
  'glass-map': `<glass-map model="stories" text="The little dog was happy." lazy></glass-map>`,
  'glass-positions': `<glass-positions model="stories" text="The little dog was happy." lazy></glass-positions>`,
  'glass-padding': `<glass-padding model="en-zh" lazy></glass-padding>`,
  'glass-variance': `<glass-variance width="64"></glass-variance>`,
  'glass-by-hand': `<glass-by-hand options='{"x": [[1, 0], [0, 2]], "w_query": [[1, 0], [0, 1]], "w_key": [[0, 1], [1, 0]], "w_value": [[2, 0], [0, 3]], "scaled": true}'></glass-by-hand>`,
  'glass-proof': `<glass-proof model="aab" lazy></glass-proof>`,
  'glass-train': `<glass-train max-steps="200"></glass-train>`,
  'glass-save': `<glass-save model="aab" text="aabaa" caption="Who looks at whom" lazy>
  <glass-attention></glass-attention>
</glass-save>`,
};
