'use client';
import 'glassformer/elements';
import { loadModel } from 'glassformer';
import { useEffect, useState } from 'react';

export default function Page() {
  const [text, setText] = useState('');
  useEffect(() => {
    async function write() {
      const model = await loadModel('aab');
      setText((await model.generate('aab', { max_new_tokens: 3 }).result()).text);
    }
    write().catch((error) => console.error(error.message));
  }, []);
  return (
    <main>
      <glass-model src="stories" text="Once upon a time">
        <glass-tokens />
        <glass-attention />
      </glass-model>
      <output>{text}</output>
    </main>
  );
}
