import type {} from 'glassformer/react';
import type { GlassAttention } from 'glassformer/elements';
import { createRef } from 'react';

const ref = createRef<GlassAttention>();
export const well = (
  <glass-model
    src="stories"
    text="Once"
    lazy
    max-tokens={32}
    capture={['logits']}
    className="figure"
    onglass-run={({ detail }) => detail.run.tokens.length satisfies number}
    onglass-head={({ detail, currentTarget }) => [
      detail.layer satisfies number,
      currentTarget.src satisfies string,
    ]}
    onglass-view={({ detail }) => detail.view satisfies string}
  >
    <glass-attention
      ref={ref}
      key="one"
      layer={1}
      view="lines"
      fixed-view
      keyTokens={[]}
      style={{ width: 300 }}
      onglass-view={({ detail, currentTarget }) => [
        detail.view satisfies string,
        currentTarget.fixedView satisfies boolean,
      ]}
    />
    <glass-input maxlength="12" value="a" />
  </glass-model>
);
export const alone = <glass-attention model="stories" text="Once" layer={1} head={3} lazy />;
export const wrongly = [
  // @ts-expect-error: no such view
  <glass-attention view="circles" />,
  // @ts-expect-error: a number
  <glass-attention layer="one" />,
  // @ts-expect-error: no such property
  <glass-attention circles />,
  // @ts-expect-error: one of another tag
  <glass-attention src="stories" />,
  // @ts-expect-error: a number
  <glass-model max-tokens="many" />,
  // @ts-expect-error: a text or a list of texts
  <glass-model capture={[1]} />,
  // @ts-expect-error: a name
  <glass-attention model={1} />,
  // @ts-expect-error: a list of tokens
  <glass-attention keyTokens="a b" />,
  // @ts-expect-error: the detail of another event
  <glass-attention onglass-view={({ detail }) => detail.run} />,
  // @ts-expect-error: the detail of another event, of a figure inside
  <glass-model onglass-view={({ detail }) => detail.run} />,
  // @ts-expect-error: how the classes work together
  <glass-attention figure={null} />,
  // @ts-expect-error: no such tag
  <glass-circles />,
];
