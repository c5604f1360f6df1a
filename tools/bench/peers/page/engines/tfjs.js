// GPT-2 written in TensorFlow.js's operations, on its WebAssembly backend. It reads the same safetensors file.

export async function open({ shape, model, base, library, folder }) {
  await import(new URL(`${library}tfjs-core/dist/tf-core.min.js`, base).href);
  await import(new URL(`${library}tfjs-backend-wasm/dist/tf-backend-wasm.min.js`, base).href);
  const { tf } = globalThis;
  tf.wasm.setWasmPaths(new URL(folder, base).href);
  await tf.setBackend('wasm');
  await tf.ready();
  const weights = await read(tf, new URL(`${model}/model.safetensors`, base));
  return {
    async generate(prompt, count) {
      const out = [];
      let tokens = prompt;
      let past = null;
      while (out.length < count) {
        const length = past?.[0].keys.shape[1] ?? 0;
        const run = tf.tidy(() => forward(tf, shape, weights, tokens, length, past));
        tf.dispose(past);
        past = run.present;
        tokens = [largest(run.logits.dataSync())];
        run.logits.dispose();
        out.push(tokens[0]);
      }
      tf.dispose(past);
      return out;
    },
  };
}

async function read(tf, address) {
  const bytes = await (await fetch(address)).arrayBuffer();
  const length = Number(new DataView(bytes).getBigUint64(0, true));
  const header = JSON.parse(new globalThis.TextDecoder().decode(new Uint8Array(bytes, 8, length)));
  delete header.__metadata__;
  const tensor = ({ shape, data_offsets: [begin, end] }) =>
    tf.tensor(new Float32Array(bytes, 8 + length + begin, (end - begin) / 4), shape);
  return Object.fromEntries(Object.entries(header).map(([name, info]) => [name, tensor(info)]));
}

/** The last token's logits, and each layer's keys and values, (H, P + T, K). */
function forward(tf, { layers, heads, width }, weights, tokens, length, past) {
  const positions = tokens.map((_, i) => length + i);
  const rows = (table, ids) => tf.gather(weights[table], tf.tensor1d(ids, 'int32'));
  const norm = (name, x) => {
    const centred = tf.sub(x, tf.mean(x, 1, true));
    const variance = tf.mean(tf.square(centred), 1, true);
    const scaled = tf.mul(
      tf.mul(centred, tf.rsqrt(tf.add(variance, 1e-5))),
      weights[`${name}.weight`],
    );
    return tf.add(scaled, weights[`${name}.bias`]);
  };
  const linear = (name, x) =>
    tf.add(tf.matMul(x, weights[`${name}.weight`]), weights[`${name}.bias`]);
  const split = (x) =>
    tf.transpose(tf.reshape(x, [tokens.length, heads, width / heads]), [1, 0, 2]);
  const mask = tokens.length > 1 ? causalMask(tf, tokens.length, length) : null;

  let x = tf.add(rows('wte.weight', tokens), rows('wpe.weight', positions));
  const present = [];
  for (let layer = 0; layer < layers; layer++) {
    const block = `h.${layer}`;
    const qkv = tf.split(linear(`${block}.attn.c_attn`, norm(`${block}.ln_1`, x)), 3, 1);
    const [q, k, v] = qkv.map(split);
    const keys = past ? tf.concat([past[layer].keys, k], 1) : k;
    const values = past ? tf.concat([past[layer].values, v], 1) : v;
    present.push({ keys, values });
    const scores = tf.mul(tf.matMul(q, keys, false, true), 1 / Math.sqrt(width / heads));
    const z = tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), values);
    const joined = tf.reshape(tf.transpose(z, [1, 0, 2]), [tokens.length, width]);
    x = tf.add(x, linear(`${block}.attn.c_proj`, joined));
    const hidden = linear(`${block}.mlp.c_fc`, norm(`${block}.ln_2`, x));
    x = tf.add(x, linear(`${block}.mlp.c_proj`, gelu(tf, hidden)));
  }
  const last = norm('ln_f', tf.slice(x, [tokens.length - 1, 0], [1, width]));
  return { logits: tf.matMul(last, weights['wte.weight'], false, true), present };
}

function causalMask(tf, queries, before) {
  const keys = before + queries;
  const values = Float32Array.from({ length: queries * keys }, (_, i) =>
    i % keys > before + Math.floor(i / keys) ? -1e9 : 0,
  );
  return tf.tensor2d(values, [queries, keys]);
}

/** As GPT-2 has it, by tanh. */
function gelu(tf, x) {
  const cube = tf.mul(tf.mul(x, x), x);
  const inner = tf.mul(tf.add(x, tf.mul(cube, 0.044715)), Math.sqrt(2 / Math.PI));
  return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(inner), 1));
}

function largest(values) {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}
