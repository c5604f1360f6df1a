import 'glassformer/elements';
import React, { useState } from 'react';

export function Post() {
  const [text, setText] = useState('Once upon a time');
  const [count, setCount] = useState(null);
  return (
    <main>
      <label>
        Text <input value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <glass-model
        src="stories"
        text={text}
        onglass-run={({ detail }) => setCount(detail.run.tokens.length)}
      >
        <glass-attention />
      </glass-model>
      <output>{count === null ? '' : `${count} tokens`}</output>
    </main>
  );
}
