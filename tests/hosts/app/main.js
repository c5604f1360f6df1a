// What the documentation says, and nothing else: the elements by their name, and a model by its.
import 'glassformer/elements';
import { loadModel } from 'glassformer';

async function write() {
  const model = await loadModel('aab');
  const { text } = await model.generate('aab', { max_new_tokens: 3 }).result();
  document.querySelector('output').textContent = text;
}

write().catch((error) => console.error(error.message));
