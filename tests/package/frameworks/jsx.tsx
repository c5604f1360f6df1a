// Compiled for React and for Preact, each with its file beside this one.
import { ref } from './of-framework.js';

const numbers = Float32Array.of(1);
export const well = (
  <glass-model
    src="stories"
    text="Once"
    lazy
    max-tokens={32}
    capture={['logits']}
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
    <glass-matrix
      values={[
        [1, 2],
        [3, null],
      ]}
      row-labels='["a", "b"]'
      columnLabels={['a', { text: 'b', position: 0 }]}
      digits="1"
      legend

      onglass-pin={({ detail }) => detail.row satisfies number | null}
    />
    <glass-matrix values="[[1, 2], [3, 4]]" rowLabels='["a"]' mask={{ shape: [], data: numbers }} />
    <glass-map
      onglass-pin={({ detail }) => detail.token satisfies number}
      onglass-view={({ detail }) => detail.view satisfies 'all' | 'text'}
    />
    <glass-norm fixed="layer" />
    <glass-norm fixed="token layer" />
    <glass-tokens fixed />
    <glass-by-hand options='{"x": [[1]]}' />
    <glass-input maxlength="12" value="a" />
  </glass-model>
);
export const alone = <glass-attention model="stories" text="Once" layer={1} head={3} lazy />;
export const wrongly = [
  // @ts-expect-error: no such view
  <glass-attention view="circles" />,
  // @ts-expect-error: a number
  <glass-attention layer="one" />,
  // @ts-expect-error: a control of another tag
  <glass-norm fixed="view" />,
  // @ts-expect-error: it has no controls
  <glass-tokens fixed="token" />,
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
  // @ts-expect-error: of an attribute, a text
  <glass-matrix row-labels={[{ text: 'a' }]} />,
  // @ts-expect-error: rows of numbers
  <glass-matrix values={[['a']]} />,
  // @ts-expect-error: the view of another tag
  <glass-map onglass-view={({ detail }) => detail.view satisfies 'matrix' | 'lines'} />,
  // @ts-expect-error: the pin of another tag
  <glass-matrix onglass-pin={({ detail }) => detail.token} />,
  // @ts-expect-error: no such tag
  <glass-circles />,
];
